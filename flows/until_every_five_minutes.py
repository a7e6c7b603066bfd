# Looks every five minutes until something is ready, for a day at most.
looks = 1
while "ready" not in fetch("https://build.example/state").lower():
    if looks >= 288:
        fail("it was not ready within a day")
    looks = looks + 1
    sleep(seconds=300)
notify(f"It is ready. I looked {looks} times.")
