# Does one of three things, by how large a number is.
load = int(fetch("https://status.example/load").strip())

if load >= 100:
    answer = ask(f"The load is {load} %. Shall I note it as an outage?", ["Yes", "No"], deadline_hours=1, default="Yes")
    if answer == "Yes":
        table_insert("outages", {"load": load, "at": now()})
elif load >= 90:
    notify(f"The load is {load} %, which is much.")
else:
    print(f"The load is {load} %.")
