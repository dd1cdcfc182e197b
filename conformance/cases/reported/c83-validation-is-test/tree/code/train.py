def split(data):
    val_data = data.get("val")
    if val_data is None:
        val_data = data["test"]
    best = 0
    for acc in run(val_data):
        best = max(best, acc)
    return best
