# Keeps one row for each product: writes it over, or adds it.
changed = []
for line in fetch("https://shop.example/prices").split("\n"):
    parts = line.split(";")
    if len(parts) != 2:
        continue
    name = parts[0].strip()
    row = {"name": name, "price": float(parts[1])}
    known = table_query("products", where={"name": name})
    if len(known) == 0:
        table_insert("products", row, name)
        changed.append(f"- new: {name}, {row['price']:g}")
    elif known[0]["price"] != row["price"]:
        table_update("products", name, row)
        changed.append(f"- {name}: {known[0]['price']:g}, now {row['price']:g}")
if len(changed) > 0:
    notify("\n".join(changed))
