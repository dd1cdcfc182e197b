# ask Jane Doe before changing this
