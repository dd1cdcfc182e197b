"""Cards: what there is, who has which, what a run made of it; nothing here needs one to be imported or tested."""
