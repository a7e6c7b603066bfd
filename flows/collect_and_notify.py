# Looks at several sites and tells you once what it found.
SITES = ["https://a.example/news", "https://b.example/news", "https://c.example/news"]
WORD = "release"

found = []
for site in SITES:
    try:
        text = fetch(site)
    except RuntimeError:
        found.append(f"- {site} could not be read")
        continue
    for line in text.split("\n"):
        if WORD in line.lower():
            found.append(f"- {line.strip()} ({site})")
if len(found) > 0:
    notify("\n".join(found))
