# Reads a page that is sometimes down, each time after a longer wait.
text = None
for wait in [60, 300, 1800]:
    try:
        text = fetch("https://status.example/report")
        break
    except RuntimeError as error:
        print(f"not yet: {error}")
        sleep(seconds=wait)
if text is None:
    fail("the page was down three times")
notify(f"The report is there: {text[:500]}")
