# Has several agents work at the same time, and puts their answers together.
import asyncio


async def look_at(name):
    return await agent(f"Say in three sentences what {name} is good for.")


answers = await asyncio.gather(look_at("SQLite"), look_at("PostgreSQL"), look_at("DuckDB"))
await report("Three databases", "\n\n".join(answers))
