# Tells you when a price is below a limit.
import re

LIMIT = 90

page = fetch("https://shop.example/price")
found = re.search("[0-9]+([.][0-9]+)?", page)
if found is None:
    fail("there is no price on the page")
price = float(found.group(0))
if price < LIMIT:
    notify(f"The price is {price:g}, below {LIMIT}.")
