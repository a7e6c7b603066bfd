# Collects what all pages of a list have.
rows = []
page = 1
while page <= 50:
    text = fetch(f"https://shop.example/list?page={page}")
    new = [line.strip() for line in text.split("\n") if line.strip()]
    if len(new) == 0:
        break
    rows = rows + new
    page = page + 1
report("The whole list", "\n".join(["- " + row for row in rows]))
