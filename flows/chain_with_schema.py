# Passes what one step found on to the next, and checks it between.
OFFER = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "price": {"type": "number", "minimum": 0}},
    "required": ["name", "price"],
}

offer = agent("Find the cheapest hosting offer and its price in euros a month.", schema=OFFER)
check_schema(offer, OFFER)
answer = ask(f"Shall I keep {offer['name']} at {offer['price']} euros?", ["Keep it", "No"], default="No")
if answer == "Keep it":
    note("Cheapest hosting", f"{offer['name']}: {offer['price']} euros a month")
