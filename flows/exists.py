# Keeps one row for each product: writes it over, or adds it.
changed = []
for line in fetch("https://shop.example/prices").split("\n"):
    parts = line.split(";")
    if len(parts) != 2:
        continue
    name = parts[0].strip()
    price = float(parts[1])
    row = {"name": name, "price": price}
    known = table_query("products", where={"name": name})
    before = known[0]["price"] if len(known) > 0 else price
    if len(known) == 0:
        table_insert("products", row, name)
        changed.append(f"- new: {name}, {price:g}")
    elif before != price:
        table_update("products", name, row)
        changed.append(f"- {name}: {before:g}, now {price:g}")
if len(changed) > 0:
    notify("\n".join(changed))
