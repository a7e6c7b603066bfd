-- due zwachmqpfg Telegram(43)
-- kept zwmeyljgfu zwehecsdug zwisihxxnk
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'spine','2026-11-22 16:34:35',1,X'3DCF66AF5383625BFD0C715BF6B8F4A8CCF33B37ED1728C1FB6401B50BC534D031D30CD40525F8C984176FF22759E09A',16638115);
INSERT INTO "_sqlx_migrations" VALUES(2,'begun','2026-11-22 16:34:35',1,X'A4BCF5999C295EAD14AFE036F8CFE3395C12CC54C8B42C195201D163A4F3BE9F7A177AE9056D7353ADB2A6768A7CA735',12223381);
INSERT INTO "_sqlx_migrations" VALUES(3,'newest prompts','2026-11-22 16:34:35',1,X'9EE28748FB93409008152A0EB1F4BB4F2818447156F4C412BA3B77F5373C66389927FFFC4B5B418EF2B41678026976BD',18096841);
INSERT INTO "_sqlx_migrations" VALUES(4,'note changes','2026-11-22 16:34:35',1,X'0072C2D123152FEEAEAFEF4AB5192B2C49EFA4ECF747E812670E79AE21B70E60F1759F6A0884702737D339F50F2F2AAB',9515542);
INSERT INTO "_sqlx_migrations" VALUES(5,'open decisions','2026-11-22 16:34:35',1,X'E9055EFEB141021A4BB056E70AC1A8F6216D03AF04C95B72DFF5AF99FFFD1036B5EAF2C545F3FD836CC68DA4E1B0CF46',23973657);
INSERT INTO "_sqlx_migrations" VALUES(6,'note owners','2026-11-22 16:34:35',1,X'E44FDA3BCAAC6F38A6732AAD0322DA79FA989517BD0CD4DD321B60E2C300CA9438CCFA81192ECDBEAB6B61CB51AD6E38',103919125);
INSERT INTO "_sqlx_migrations" VALUES(7,'views','2026-11-22 16:34:35',1,X'CB1643EAECADBFBF4B5077FE3DC899E3194ABD9944E02812F5DCD650E917ADC862E6053D4045C0A0E475DE0D2A7143E7',20196974);
CREATE TABLE accounts (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
INSERT INTO "accounts" VALUES('web','local','web-local',0);
INSERT INTO "accounts" VALUES('telegram','41','telegram-41',0);
INSERT INTO "accounts" VALUES('telegram','42','telegram-42',0);
INSERT INTO "accounts" VALUES('telegram','43','telegram-43',0);
INSERT INTO "accounts" VALUES('discord','700000000000000052','discord-700000000000000052',0);
INSERT INTO "accounts" VALUES('discord','700000000000000051','discord-700000000000000051',0);
CREATE TABLE agent_records (
    agent  TEXT PRIMARY KEY,
    done   INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    good   INTEGER NOT NULL,
    bad    INTEGER NOT NULL
) STRICT;
INSERT INTO "agent_records" VALUES('planner',2,0,0,0);
CREATE TABLE codes (
    workspace TEXT NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (workspace, position)
) STRICT;
CREATE TABLE copies (
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL,
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    part INTEGER NOT NULL,
    at INTEGER NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (platform, bot, chat, message)
) STRICT;
CREATE TABLE counters (
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (workspace, name)
) STRICT;
INSERT INTO "counters" VALUES('main','ticket',4);
CREATE TABLE events (
    ticket TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (ticket, version)
) STRICT;
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',1,1795365282562911,'telegram-41','"IdeaReceived"');
INSERT INTO "events" VALUES('gWMOJRHvH4-wspan',1,1795365282571934,'telegram-42','"IdeaReceived"');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',1,1795365282727911,'discord-700000000000000051','"IdeaReceived"');
INSERT INTO "events" VALUES('gWMOJRHvH4-wspan',2,1795365282899181,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"talk","reply":"Yes, talkzwvxyxwxek.","questions":[],"requirement":{"title":"Offers for zwvxyxwxek","summary":"Compare three offers for zwvxyxwxek.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',2,1795365282901631,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwmeyljgfu","summary":"Compare three offers for zwmeyljgfu.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwmeyljgfu.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',2,1795365282903725,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwehecsdug","summary":"Compare three offers for zwehecsdug.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwehecsdug.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',3,1795365283217145,'discord-700000000000000051','"Confirmed"');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',4,1795365283280534,NULL,'{"TaskProgressed":{"task":"t1","run":"H4_38uiGEGN7dYsn/t1/2/1","line":""}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',5,1795365283960499,NULL,'{"TaskProgressed":{"task":"t1","run":"H4_38uiGEGN7dYsn/t1/2/1","line":"progzwehecsdug"}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',6,1795365284003879,NULL,'{"DecisionAsked":{"task":"t1","run":"H4_38uiGEGN7dYsn/t1/2/1","step":7,"asked":{"question":"Which one, askzwehecsdug?","kind":"Other","why":"Both would do.","options":[{"label":"optazwehecsdug","impact":"costs the same","pros":"","cons":""},{"label":"optbzwehecsdug","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',7,1795365284111739,'discord-700000000000000051','{"DecisionMade":{"decision":"d1","option":1,"text":null}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',8,1795365284402632,NULL,'{"TaskFinished":{"task":"t1","run":"H4_38uiGEGN7dYsn/t1/2/1","result":"C fits best for zwehecsdug.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO "events" VALUES('H4_38uiGEGN7dYsn',9,1795365284451857,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwehecsdug.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',3,1795365284996491,'telegram-41','"Confirmed"');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',4,1795365285091767,NULL,'{"TaskProgressed":{"task":"t1","run":"J3cw-M3BWtDunwAQ/t1/2/1","line":""}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',5,1795365285238834,NULL,'{"TaskProgressed":{"task":"t1","run":"J3cw-M3BWtDunwAQ/t1/2/1","line":"progzwmeyljgfu"}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',6,1795365285263359,NULL,'{"DecisionAsked":{"task":"t1","run":"J3cw-M3BWtDunwAQ/t1/2/1","step":7,"asked":{"question":"Which one, askzwmeyljgfu?","kind":"Other","why":"Both would do.","options":[{"label":"optazwmeyljgfu","impact":"costs the same","pros":"","cons":""},{"label":"optbzwmeyljgfu","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',7,1795365287925090,'telegram-41','{"DecisionMade":{"decision":"d1","option":0,"text":null}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',8,1795365288022006,NULL,'{"TaskFinished":{"task":"t1","run":"J3cw-M3BWtDunwAQ/t1/2/1","result":"C fits best for zwmeyljgfu.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO "events" VALUES('J3cw-M3BWtDunwAQ',9,1795365288079541,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwmeyljgfu.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO "events" VALUES('6z1zsBdan2Oqlodr',1,1795365295553397,'telegram-42','"IdeaReceived"');
INSERT INTO "events" VALUES('6z1zsBdan2Oqlodr',2,1795365295603341,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwisihxxnk","summary":"Compare three offers for zwisihxxnk.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwisihxxnk.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
CREATE TABLE expects (
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    action TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT;
INSERT INTO "expects" VALUES('u5-Dfz8Z7fehfP1Z','telegram-43','{"OnSchedule":{"schedule":"LjR3Sc5RnFtyBjWF","act":"Amend"}}',1795365289596939);
CREATE TABLE guesses (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    wrong INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
CREATE TABLE inbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    seed BLOB NOT NULL,
    state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done', 'quarantined')),
    tries INTEGER NOT NULL DEFAULT 0,
    received_at INTEGER NOT NULL,
    decided_at INTEGER,
    fate TEXT, begun INTEGER NOT NULL DEFAULT 0,
    UNIQUE (platform, bot, event)
) STRICT;
INSERT INTO "inbox" VALUES(1,'self','','start/1795365275649699','',X'81D49F23DE51A761FFA501808A5EEC44D83DBB266B7B096F403C88C085AE0D50','done',0,1795365275649699,1795365275690728,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(2,'discord','1100000000000000001','trouble/NoContent/2026-11-22','',X'97F95A2C50668B92105167C5C7CB6AE71C71A77323587421A58A54117301DE86','done',0,1795365278873313,1795365278984619,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(3,'telegram','123456','m41/1/0b06ecf465515d77d31876dc9c1cfa60','',X'9E6174C00D488A6E0B7524C7002032C7DD556C310AFCCE636C28D35463C64FCD','done',0,1795365281756890,1795365282037850,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(4,'telegram','123456','m42/2/c45c1bc47bdc6a19d54db695bc3487b4','',X'299A896FA4162160931D05DF5127666F79BFBED4F1EBE4EBF701330065BFF347','done',0,1795365281756890,1795365282038556,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(5,'telegram','123456','m43/3/b99bd1399f925f2375c183c539ca8d36','',X'8849232199C10A8BA8655A85BC4CFFAB064048D7AEE19E9A4F2EE9ADA63FED4B','done',0,1795365281756890,1795365282039265,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(6,'discord','1100000000000000001','m1574100823573528576','',X'A2E9B6B9299D134881141B5BC72758423CC17001AF8F104654923167B313ED59','done',0,1795365282330434,1795365282333014,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(7,'discord','1100000000000000001','m1574100823577722880','',X'471076B49291C54A5F1E4AFA7D17F3C5838278ADD6A36E705C039958E8E24E33','done',0,1795365282330434,1795365282333800,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(8,'telegram','123456','m41/7/d55864b33835deb538876e713e881f20','',X'87608D25D94118990524AA4D5BC3374FC2CEF1A5471F7FBBFB91C18FB3642E4B','done',0,1795365282393582,1795365282571777,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(9,'telegram','123456','m42/8/fe4decd057470e654908ddca5af38565','',X'65681D2AD918F6C880E812194F4833A6EC675C2E7119E5DAD84B681E369E7F1D','done',0,1795365282393582,1795365282586563,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(10,'discord','1100000000000000001','m1574100826383712256','',X'362CF99E1B85AC9C3067C422637AD56F57802197AA4236814F669595EAC56479','done',0,1795365282562186,1795365282735158,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(11,'self','','e9.1/0','',X'26B20B83033EE428F62655F2DB24C89C318DAF0B3EB851B44B0F4F94C998BE3C','done',0,1795365282800127,1795365282901443,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(12,'self','','e8.1/0','',X'543BB9B34CBCEAE9DC4D686C633E77C155C073548DF38C7B9BE6560084230F0A','done',0,1795365282802172,1795365282903563,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(13,'self','','e10.1/0','',X'C5A267C5A05B18676F44184E5CF11248B975EFB695C9836ACD7023B7E4F691BD','done',0,1795365282815815,1795365282905308,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(14,'discord','1100000000000000001','i1574100828959014912','',X'E64B55520DAFC6EBB36500410DF08A9054584F3E49D13AA71CF1737B66FE3ECC','done',0,1795365283022412,1795365283220438,'{"Decided":"Started."}',0);
INSERT INTO "inbox" VALUES(15,'self','','progress/SnFF30nhrrvZupO0','',X'9E05B2400D8D35193BE8AA4E92A968EFF4F0F6219B60568AB3D8BF003859D31E','done',0,1795365283263175,1795365283281894,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(16,'self','','progress/O93uNepbxsG-gOSR','',X'5C50BC3E2931741677CE9232790AC84702D0D34C8788AEBED078DA951D715B6A','done',0,1795365283959218,1795365283962254,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(17,'self','','e14.2/0','',X'6A82DD6AD1355867BD78A15F074C5CB2CCA57E2605550EC984A6A181A0E2E7CE','done',0,1795365284002776,1795365284006210,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(18,'discord','1100000000000000001','i1574100833350451200','',X'CCEB9126564002D2C18847820AD4A219ACFAF9CD503D46841D045F74A9A99326','done',0,1795365284073809,1795365284115109,'{"Decided":"✔ optbzwehecsdug"}',0);
INSERT INTO "inbox" VALUES(19,'self','','e18.2/0','',X'39734AC9A19EE1C33F54C75AA809A6E0441E129E55444E111E06B936A25662E5','done',0,1795365284388462,1795365284404819,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(20,'self','','e19.0/0','',X'A86027094A91D2C1CC8237D27D3EB229D5F6E385D1866D87585B16DC60EEEC7E','done',0,1795365284435709,1795365284453664,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(21,'telegram','123456','q4000000000','',X'74706DD1C7F45E8839B484130731FFE550A88C3C14C9425A3B535B62853C0F46','done',0,1795365284978758,1795365284999515,'{"Decided":"Started."}',0);
INSERT INTO "inbox" VALUES(22,'self','','progress/qKddK5Y3TlJLx0Zd','',X'A21336E91C455FB4BFB0589373BA187495A909F50A3B76791800BDD6375DF0EB','done',0,1795365285064028,1795365285093283,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(23,'self','','progress/_3Xjbpa1NlpixlNX','',X'50807F0B4BC2AD92C328A1D3009F31877696CAC4461D1BF3108B9E0BF5AF68D2','done',0,1795365285223998,1795365285241569,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(24,'self','','e21.2/0','',X'F5DF24633DD885577D4541FCA43724B4981060F5E0B1AFE08BC2D6977D292E22','done',0,1795365285246754,1795365285266241,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(25,'telegram','123456','q4000000001','',X'D1082B7E461A6E7F905980B82C6483C6D5755521572E54544509E161D0E71ABF','done',0,1795365287906371,1795365287927608,'{"Decided":"✔ optazwmeyljgfu"}',0);
INSERT INTO "inbox" VALUES(26,'self','','e25.2/0','',X'7B2AE8EF8E6557100B17578FC40BCAC9A15F199A73EB3BCB6A5812456F477445','done',0,1795365287960889,1795365288025252,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(27,'self','','e26.0/0','',X'4182B4A94A1ABA4A2A180A024B3C23EA782B2F3ED75252333A99093B9323C7C1','done',0,1795365288060052,1795365288081687,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(28,'telegram','123456','m43/16/9fc2f4460850d74ad23d414ed5368e69','',X'BCAF61DC20F9AD91CCE4CF1FCC9849084F727AEBEB4424D456A0153439080E31','done',0,1795365289580222,1795365289612022,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(29,'telegram','123456','m42/18/df27da257386ab787445481a37d8b44e','',X'E7BB65E411014225CC654E32D7B010B7A7267078FB734284AD1FD33C316354E9','done',0,1795365295541197,1795365295560502,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(30,'self','','e29.1/0','',X'83258F61F3C764E268847FAB76A10D07263E3207DCCE2EADCE9229E6B7A53EC8','done',0,1795365295581729,1795365295605932,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(31,'self','','stop/1795365301551112','',X'759FB7F77EB65A67B2E75465E96E8D12A26197ABC8D4F3D71A910A058D854300','done',0,1795365301551112,1795365301643396,'{"Decided":null}',0);
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "marks" VALUES('discord:identifies','1795365275:2:1795365281755');
INSERT INTO "marks" VALUES('discord:no-content','1795365278 cd3c4a1fcd645213');
INSERT INTO "marks" VALUES('telegram.123456.offset','1003 1795365281');
INSERT INTO "marks" VALUES('discord:last:1574100794565722113','1574100823577722880');
INSERT INTO "marks" VALUES('discord:commands','1100000000000000002:b98941301c09c6c2fadc73a1');
INSERT INTO "marks" VALUES('discord:last:1574100794565722112','1574100826383712256');
INSERT INTO "marks" VALUES('discord:dms','1574100794565722112,1574100794565722113');
INSERT INTO "marks" VALUES('discord:alive','1795365302');
CREATE TABLE note_appends (
    workspace TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT;
INSERT INTO "note_appends" VALUES('main','H4_38uiGEGN7dYsn/t1/2/1#1');
INSERT INTO "note_appends" VALUES('main','agents/f51faeccb9c0f0cc379e0c6e6262a9614c0cdd1744b13364d6f67a9dbd396a90');
INSERT INTO "note_appends" VALUES('main','J3cw-M3BWtDunwAQ/t1/2/1#1');
INSERT INTO "note_appends" VALUES('main','agents/5d4a1f88ac4303b6e4900b33f6581841219089981b357b193003c1f26aac56d5');
CREATE TABLE note_changes (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE "notes" (
    workspace TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (workspace, owner, key)
) STRICT;
INSERT INTO "notes" VALUES('main','discord-700000000000000051','list zwehecsdug','list zwehecsdug',1795365283344439,'notezwehecsdug','list zwehecsdug
notezwehecsdug');
INSERT INTO "notes" VALUES('main','telegram-41','list zwmeyljgfu','list zwmeyljgfu',1795365285183253,'notezwmeyljgfu','list zwmeyljgfu
notezwmeyljgfu');
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    ticket TEXT,
    due_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'done', 'failed', 'dropped', 'shelved')),
    head INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    unclear INTEGER NOT NULL DEFAULT 0,
    part INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    why TEXT,
    slot TEXT,
    room TEXT,
    body TEXT NOT NULL
, unclear_since INTEGER, cut_off INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "outbox" VALUES(1,'e3.0','room/nK1ptrRzChuZDiGm',NULL,1795365282036253,'done',0,0,0,0,1795365282036253,1795365282323815,NULL,'re/3/0','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(2,'e4.0','room/HatxuLWshbzS83dX',NULL,1795365282037959,'done',0,0,0,0,1795365282037959,1795365282324799,NULL,'re/4/0','HatxuLWshbzS83dX','',NULL,0);
INSERT INTO "outbox" VALUES(3,'e5.0','room/u5-Dfz8Z7fehfP1Z',NULL,1795365282038622,'done',0,0,0,0,1795365282038622,1795365282323989,NULL,'re/5/0','u5-Dfz8Z7fehfP1Z','',NULL,0);
INSERT INTO "outbox" VALUES(4,'e6.0','room/EKNMiNGvvyaSNAtk',NULL,1795365282331562,'done',0,0,0,0,1795365282331562,1795365282352377,NULL,'re/6/0','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(5,'e7.0','room/wWLuav4q9WWB1XDw',NULL,1795365282333118,'done',0,0,0,0,1795365282333118,1795365282384198,NULL,'re/7/0','wWLuav4q9WWB1XDw','',NULL,0);
INSERT INTO "outbox" VALUES(6,'e8.0','room/nK1ptrRzChuZDiGm','J3cw-M3BWtDunwAQ',1795365283419857,'done',0,0,0,0,1795365282562911,1795365283784993,NULL,'J3cw-M3BWtDunwAQ/receipt','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(7,'e8.1','model/J3cw-M3BWtDunwAQ','J3cw-M3BWtDunwAQ',1795365282562911,'done',0,0,0,0,1795365282562911,1795365282802172,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(8,'e9.0','room/HatxuLWshbzS83dX','gWMOJRHvH4-wspan',1795365283421627,'done',0,0,0,0,1795365282571934,1795365283996833,NULL,'gWMOJRHvH4-wspan/receipt','HatxuLWshbzS83dX','',NULL,0);
INSERT INTO "outbox" VALUES(9,'e9.1','model/gWMOJRHvH4-wspan','gWMOJRHvH4-wspan',1795365282571934,'done',0,0,0,0,1795365282571934,1795365282800127,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(10,'e10.0','room/EKNMiNGvvyaSNAtk','H4_38uiGEGN7dYsn',1795365282727911,'done',0,0,0,0,1795365282727911,1795365282813936,NULL,'H4_38uiGEGN7dYsn/receipt','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(11,'e10.1','model/H4_38uiGEGN7dYsn','H4_38uiGEGN7dYsn',1795365282727911,'done',0,0,0,0,1795365282727911,1795365282815815,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(12,'e11.0','room/HatxuLWshbzS83dX','gWMOJRHvH4-wspan',1795365284964086,'done',0,1,0,0,1795365282899181,1795365284978049,NULL,'gWMOJRHvH4-wspan/reply','HatxuLWshbzS83dX','',NULL,0);
INSERT INTO "outbox" VALUES(13,'e12.0','room/nK1ptrRzChuZDiGm','J3cw-M3BWtDunwAQ',1795365284883018,'done',0,1,0,0,1795365282901631,1795365284896008,NULL,'J3cw-M3BWtDunwAQ/card','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(14,'e13.0','room/EKNMiNGvvyaSNAtk','H4_38uiGEGN7dYsn',1795365282903725,'done',0,0,0,0,1795365282903725,1795365282967990,NULL,'H4_38uiGEGN7dYsn/card','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(15,'e14.0','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/card','H4_38uiGEGN7dYsn',1795365283217145,'done',0,0,0,0,1795365283217145,1795365283261000,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(16,'e14.1','timer/H4_38uiGEGN7dYsn/stalled/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365883217145,'dropped',0,0,0,0,1795365283217145,1795365283217145,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(17,'e14.2','run/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365283217145,'done',0,0,0,0,1795365283217145,1795365284002776,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(18,'e14.3','room/EKNMiNGvvyaSNAtk','H4_38uiGEGN7dYsn',1795365283217145,'done',0,0,0,0,1795365283217145,1795365283262927,NULL,'H4_38uiGEGN7dYsn/progress','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(19,'e15.0','timer/H4_38uiGEGN7dYsn/stalled/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365883280534,'dropped',0,0,0,0,1795365283280534,1795365283280534,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(20,'e16.0','timer/H4_38uiGEGN7dYsn/stalled/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365883960499,'dropped',0,0,0,0,1795365283960499,1795365283960499,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(21,'e16.1','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/progress','H4_38uiGEGN7dYsn',1795365286262918,'dropped',0,0,0,0,1795365283960499,1795365283960499,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(22,'e17.0','room/EKNMiNGvvyaSNAtk','H4_38uiGEGN7dYsn',1795365284003879,'done',0,0,0,0,1795365284003879,1795365284020940,NULL,'H4_38uiGEGN7dYsn/d1','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(23,'e17.1','timer/H4_38uiGEGN7dYsn/decision/d1','H4_38uiGEGN7dYsn',1795370400000000,'dropped',0,0,0,0,1795365284003879,1795365284003879,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(24,'e17.2','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/progress','H4_38uiGEGN7dYsn',1795365286262918,'dropped',0,0,0,0,1795365284003879,1795365284003879,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(25,'e18.0','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/d1','H4_38uiGEGN7dYsn',1795365284111739,'done',0,0,0,0,1795365284111739,1795365284277785,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(26,'e18.1','timer/H4_38uiGEGN7dYsn/stalled/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365884111739,'dropped',0,0,0,0,1795365284111739,1795365284111739,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(27,'e18.2','run/H4_38uiGEGN7dYsn/t1/2/1','H4_38uiGEGN7dYsn',1795365284111739,'done',0,0,0,0,1795365284111739,1795365284388462,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(28,'e18.3','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/progress','H4_38uiGEGN7dYsn',1795365286262918,'dropped',0,0,0,0,1795365284111739,1795365284111739,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(29,'e19.0','model/H4_38uiGEGN7dYsn','H4_38uiGEGN7dYsn',1795365284402632,'done',0,0,0,0,1795365284402632,1795365284435709,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(30,'e19.1','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/progress','H4_38uiGEGN7dYsn',1795365286262918,'dropped',0,0,0,0,1795365284402632,1795365284402632,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(31,'e20.0','room/EKNMiNGvvyaSNAtk','H4_38uiGEGN7dYsn',1795365284451857,'done',0,0,0,0,1795365284451857,1795365284488488,NULL,'H4_38uiGEGN7dYsn/report1','EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(32,'e20.1','edit/EKNMiNGvvyaSNAtk/H4_38uiGEGN7dYsn/progress','H4_38uiGEGN7dYsn',1795365284451857,'done',0,0,0,0,1795365284451857,1795365284489210,NULL,NULL,'EKNMiNGvvyaSNAtk','',NULL,0);
INSERT INTO "outbox" VALUES(33,'e21.0','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/card','J3cw-M3BWtDunwAQ',1795365284996491,'done',0,0,0,0,1795365284996491,1795365285063985,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(34,'e21.1','timer/J3cw-M3BWtDunwAQ/stalled/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365884996491,'dropped',0,0,0,0,1795365284996491,1795365284996491,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(35,'e21.2','run/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365284996491,'done',0,0,0,0,1795365284996491,1795365285246754,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(36,'e21.3','room/nK1ptrRzChuZDiGm','J3cw-M3BWtDunwAQ',1795365285993196,'done',0,0,0,0,1795365284996491,1795365286180758,NULL,'J3cw-M3BWtDunwAQ/progress','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(37,'e22.0','timer/J3cw-M3BWtDunwAQ/stalled/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365885091767,'dropped',0,0,0,0,1795365285091767,1795365285091767,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(38,'e23.0','timer/J3cw-M3BWtDunwAQ/stalled/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365885238834,'dropped',0,0,0,0,1795365285238834,1795365285238834,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(39,'e23.1','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/progress','J3cw-M3BWtDunwAQ',1795365285546022,'dropped',0,1,0,0,1795365285238834,1795365285246029,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(40,'e24.0','room/nK1ptrRzChuZDiGm','J3cw-M3BWtDunwAQ',1795365287093196,'done',0,0,0,0,1795365285263359,1795365287603569,NULL,'J3cw-M3BWtDunwAQ/d1','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(41,'e24.1','timer/J3cw-M3BWtDunwAQ/decision/d1','J3cw-M3BWtDunwAQ',1795370400000000,'dropped',0,0,0,0,1795365285263359,1795365285263359,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(42,'e24.2','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/progress','J3cw-M3BWtDunwAQ',1795365286181003,'done',0,2,0,0,1795365285263359,1795365286218032,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(43,'e25.0','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/d1','J3cw-M3BWtDunwAQ',1795365287925090,'done',0,0,0,0,1795365287925090,1795365287946896,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(44,'e25.1','timer/J3cw-M3BWtDunwAQ/stalled/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365887925090,'dropped',0,0,0,0,1795365287925090,1795365287925090,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(45,'e25.2','run/J3cw-M3BWtDunwAQ/t1/2/1','J3cw-M3BWtDunwAQ',1795365287925090,'done',0,0,0,0,1795365287925090,1795365287960889,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(46,'e25.3','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/progress','J3cw-M3BWtDunwAQ',1795365289218020,'dropped',0,0,0,0,1795365287925090,1795365287925090,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(47,'e26.0','model/J3cw-M3BWtDunwAQ','J3cw-M3BWtDunwAQ',1795365288022006,'done',0,0,0,0,1795365288022006,1795365288060052,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(48,'e26.1','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/progress','J3cw-M3BWtDunwAQ',1795365289218020,'dropped',0,0,0,0,1795365288022006,1795365288022006,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(49,'e27.0','room/nK1ptrRzChuZDiGm','J3cw-M3BWtDunwAQ',1795365288701590,'done',0,0,0,0,1795365288079541,1795365288717803,NULL,'J3cw-M3BWtDunwAQ/report1','nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(50,'e27.1','edit/nK1ptrRzChuZDiGm/J3cw-M3BWtDunwAQ/progress','J3cw-M3BWtDunwAQ',1795365288079541,'done',0,0,0,0,1795365288079541,1795365288119616,NULL,NULL,'nK1ptrRzChuZDiGm','',NULL,0);
INSERT INTO "outbox" VALUES(51,'e28.0','schedule/LjR3Sc5RnFtyBjWF',NULL,1795365329596939,'due',1,0,0,0,1795365289596939,1795365289596939,NULL,NULL,NULL,'{"WakeSchedule":{"schedule":"LjR3Sc5RnFtyBjWF"}}',NULL,0);
INSERT INTO "outbox" VALUES(52,'e28.1','room/u5-Dfz8Z7fehfP1Z',NULL,1795365289596939,'done',0,0,0,0,1795365289596939,1795365289692674,NULL,'schedule/LjR3Sc5RnFtyBjWF/card','u5-Dfz8Z7fehfP1Z','',NULL,0);
INSERT INTO "outbox" VALUES(53,'e29.0','room/HatxuLWshbzS83dX','6z1zsBdan2Oqlodr',1795365295553397,'done',0,0,0,0,1795365295553397,1795365295578252,NULL,'6z1zsBdan2Oqlodr/receipt','HatxuLWshbzS83dX','',NULL,0);
INSERT INTO "outbox" VALUES(54,'e29.1','model/6z1zsBdan2Oqlodr','6z1zsBdan2Oqlodr',1795365295553397,'done',0,0,0,0,1795365295553397,1795365295581729,NULL,NULL,NULL,'',NULL,0);
INSERT INTO "outbox" VALUES(55,'e30.0','room/HatxuLWshbzS83dX','6z1zsBdan2Oqlodr',1795365296676425,'done',0,0,0,0,1795365295603341,1795365296705383,NULL,'6z1zsBdan2Oqlodr/card','HatxuLWshbzS83dX','',NULL,0);
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES('telegram-41','main',0,'{"id":"telegram-41","workspace":"main","name":"Person 0","role":"Owner","accounts":[{"platform":"telegram","user":"41"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:34:35.649699635Z"}');
INSERT INTO "people" VALUES('telegram-42','main',0,'{"id":"telegram-42","workspace":"main","name":"Person 1","role":"Owner","accounts":[{"platform":"telegram","user":"42"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:34:35.649699635Z"}');
INSERT INTO "people" VALUES('telegram-43','main',0,'{"id":"telegram-43","workspace":"main","name":"Person 2","role":"Owner","accounts":[{"platform":"telegram","user":"43"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:34:35.649699635Z"}');
INSERT INTO "people" VALUES('discord-700000000000000051','main',0,'{"id":"discord-700000000000000051","workspace":"main","name":"Somebody 0","role":"Owner","accounts":[{"platform":"discord","user":"700000000000000051"}],"zone":null,"zone_talk":"Quiet","language":"en","joined_at":"2026-11-22T16:34:35.649699635Z"}');
INSERT INTO "people" VALUES('discord-700000000000000052','main',0,'{"id":"discord-700000000000000052","workspace":"main","name":"Somebody 1","role":"Owner","accounts":[{"platform":"discord","user":"700000000000000052"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:34:35.649699635Z"}');
INSERT INTO "people" VALUES('web-local','main',0,'{"id":"web-local","workspace":"main","name":"Owner","role":"Owner","accounts":[{"platform":"web","user":"local"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:34:35.649699635Z"}');
CREATE TABLE posts (
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    part INTEGER NOT NULL,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL,
    at INTEGER NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (slot, room, part)
) STRICT;
INSERT INTO "posts" VALUES('re/3/0','nK1ptrRzChuZDiGm',0,'telegram','123456','41','4',1795365282323801,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/5/0','u5-Dfz8Z7fehfP1Z',0,'telegram','123456','43','5',1795365282323987,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/4/0','HatxuLWshbzS83dX',0,'telegram','123456','42','6',1795365282324794,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/6/0','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100826182385664',1795365282352358,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/7/0','wWLuav4q9WWB1XDw',0,'discord','1100000000000000001','1574100794565722113','1574100826320797696',1795365282384179,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722113","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/idea','nK1ptrRzChuZDiGm',0,'telegram','123456','41','7',1795365282562911,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('gWMOJRHvH4-wspan/idea','HatxuLWshbzS83dX',0,'telegram','123456','42','8',1795365282571934,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/idea','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100826383712256',1795365282727911,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/receipt','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100828153708544',1795365282813923,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/card','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100828795437056',1795365283260988,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/progress','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100830036951040',1795365284489187,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/receipt','nK1ptrRzChuZDiGm',0,'telegram','123456','41','9',1795365283784978,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('gWMOJRHvH4-wspan/receipt','HatxuLWshbzS83dX',0,'telegram','123456','42','10',1795365283996820,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/d1','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100833216233472',1795365284277771,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('H4_38uiGEGN7dYsn/report1','EKNMiNGvvyaSNAtk',0,'discord','1100000000000000001','1574100794565722112','1574100835170779136',1795365284488479,'{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/card','nK1ptrRzChuZDiGm',0,'telegram','123456','41','11',1795365285063975,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('gWMOJRHvH4-wspan/reply','HatxuLWshbzS83dX',0,'telegram','123456','42','12',1795365284978035,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/progress','nK1ptrRzChuZDiGm',0,'telegram','123456','41','13',1795365288119600,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/d1','nK1ptrRzChuZDiGm',0,'telegram','123456','41','14',1795365287946884,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('J3cw-M3BWtDunwAQ/report1','nK1ptrRzChuZDiGm',0,'telegram','123456','41','15',1795365288717789,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('schedule/LjR3Sc5RnFtyBjWF/card','u5-Dfz8Z7fehfP1Z',0,'telegram','123456','43','17',1795365289692661,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('6z1zsBdan2Oqlodr/idea','HatxuLWshbzS83dX',0,'telegram','123456','42','18',1795365295553397,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('6z1zsBdan2Oqlodr/receipt','HatxuLWshbzS83dX',0,'telegram','123456','42','19',1795365295578241,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('6z1zsBdan2Oqlodr/card','HatxuLWshbzS83dX',0,'telegram','123456','42','20',1795365296705370,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
CREATE TABLE prompts (
    token TEXT PRIMARY KEY,
    rooms TEXT NOT NULL,
    actions TEXT NOT NULL,
    slot TEXT,
    bound_at INTEGER NOT NULL
) STRICT;
INSERT INTO "prompts" VALUES('NHzrRBSRwOdL8H3lF-z_3w','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Edit"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/card',1795365282901631);
INSERT INTO "prompts" VALUES('wGJAMdlz5jgSZUj0nHz74Q','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Edit"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/card',1795365282903725);
INSERT INTO "prompts" VALUES('zcLdWk0Ru2nZK2B3lKMtxQ','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Pause"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/progress',1795365283217145);
INSERT INTO "prompts" VALUES('NHqWRGDNHNFaWK35EMojvw','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Pause"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/progress',1795365283960499);
INSERT INTO "prompts" VALUES('-1E-m4Gu_czJ-cskxDKtVQ','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"DecideOther":{"decision":"d1"}}}}]','H4_38uiGEGN7dYsn/d1',1795365284003879);
INSERT INTO "prompts" VALUES('Rw_jHjjzrZ0tl0JF8AQlKg','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Pause"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/progress',1795365284003879);
INSERT INTO "prompts" VALUES('jMVp2NPuEq68r82yGRibhQ','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Pause"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/progress',1795365284111739);
INSERT INTO "prompts" VALUES('tJYWqkOLlQ6dA_0u0Je-nQ','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Pause"}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Cancel"}}]','H4_38uiGEGN7dYsn/progress',1795365284402632);
INSERT INTO "prompts" VALUES('Lpn41w6g4107PrLZ43DLhQ','["EKNMiNGvvyaSNAtk"]','[{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"H4_38uiGEGN7dYsn","act":"Revise"}}]','H4_38uiGEGN7dYsn/report1',1795365284451857);
INSERT INTO "prompts" VALUES('eqsIEYcWGV6jlEUdvJ8hTg','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Pause"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/progress',1795365284996491);
INSERT INTO "prompts" VALUES('IEwMmDE1Es9FW6xJzm0oNQ','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Pause"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/progress',1795365285238834);
INSERT INTO "prompts" VALUES('bHzc7zZoSXZFV47lek8PHA','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"DecideOther":{"decision":"d1"}}}}]','J3cw-M3BWtDunwAQ/d1',1795365285263359);
INSERT INTO "prompts" VALUES('KXBXZKU1iXeSgeenWsYj5w','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Pause"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/progress',1795365285263359);
INSERT INTO "prompts" VALUES('06Ms_OrQ5u0-if9CNudadg','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Pause"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/progress',1795365287925090);
INSERT INTO "prompts" VALUES('ja_Jo6vj6_LmwReZRp-Kcw','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Pause"}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Cancel"}}]','J3cw-M3BWtDunwAQ/progress',1795365288022006);
INSERT INTO "prompts" VALUES('SWl_mVfEyqEtLbOXwR9Xog','["nK1ptrRzChuZDiGm"]','[{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"J3cw-M3BWtDunwAQ","act":"Revise"}}]','J3cw-M3BWtDunwAQ/report1',1795365288079541);
INSERT INTO "prompts" VALUES('C3P1SFMGM-Ai1Cfc1Bg3Kw','["u5-Dfz8Z7fehfP1Z"]','[{"OnSchedule":{"schedule":"LjR3Sc5RnFtyBjWF","act":"Edit"}},{"OnSchedule":{"schedule":"LjR3Sc5RnFtyBjWF","act":{"Delete":{"listed":false}}}}]','schedule/LjR3Sc5RnFtyBjWF/card',1795365289596939);
INSERT INTO "prompts" VALUES('kt0rxjObTyElWujJh6scyg','["HatxuLWshbzS83dX"]','[{"OnTicket":{"ticket":"6z1zsBdan2Oqlodr","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"6z1zsBdan2Oqlodr","act":"Edit"}},{"OnTicket":{"ticket":"6z1zsBdan2Oqlodr","act":"Cancel"}}]','6z1zsBdan2Oqlodr/card',1795365295603341);
CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    platform TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
    closed INTEGER NOT NULL,
    person TEXT,
    thread_ticket TEXT,
    thread_room TEXT,
    body TEXT NOT NULL,
    UNIQUE (platform, bot, chat, thread)
) STRICT;
INSERT INTO "rooms" VALUES('nK1ptrRzChuZDiGm','main','telegram','123456','41','','direct',0,'telegram-41',NULL,NULL,'{"id":"nK1ptrRzChuZDiGm","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-41","thread_of":null}');
INSERT INTO "rooms" VALUES('HatxuLWshbzS83dX','main','telegram','123456','42','','direct',0,'telegram-42',NULL,NULL,'{"id":"HatxuLWshbzS83dX","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-42","thread_of":null}');
INSERT INTO "rooms" VALUES('u5-Dfz8Z7fehfP1Z','main','telegram','123456','43','','direct',0,'telegram-43',NULL,NULL,'{"id":"u5-Dfz8Z7fehfP1Z","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-43","thread_of":null}');
INSERT INTO "rooms" VALUES('EKNMiNGvvyaSNAtk','main','discord','1100000000000000001','1574100794565722112','','direct',0,'discord-700000000000000051',NULL,NULL,'{"id":"EKNMiNGvvyaSNAtk","workspace":"main","place":{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722112","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"discord-700000000000000051","thread_of":null}');
INSERT INTO "rooms" VALUES('wWLuav4q9WWB1XDw','main','discord','1100000000000000001','1574100794565722113','','direct',0,'discord-700000000000000052',NULL,NULL,'{"id":"wWLuav4q9WWB1XDw","workspace":"main","place":{"platform":"discord","bot":"1100000000000000001","chat":"1574100794565722113","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"discord-700000000000000052","thread_of":null}');
CREATE TABLE schedules (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "schedules" VALUES('LjR3Sc5RnFtyBjWF','main',1,'telegram-43','{"id":"LjR3Sc5RnFtyBjWF","workspace":"main","number":1,"owner":"telegram-43","room":"u5-Dfz8Z7fehfP1Z","duty":{"Remind":"feed zwachmqpfg"},"rule":{"kind":"once","at":"2026-11-22T16:35:29.596939701Z"},"zone":"UTC","paused":false,"next_at":"2026-11-22T16:35:29.596939701Z","snoozed_to":null,"covered_to":"2026-11-22T16:34:49.596939701Z","fired":0,"assumed":false,"answers":{}}');
CREATE TABLE settings (
    workspace TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "settings" VALUES('main','{"workspace":"main","auto_clarify":true,"auto_dispatch":true,"paused":false,"zone":"UTC","zone_chosen":false,"language":"en","last_in_turn":"","language_chosen":false}');
CREATE TABLE steps (
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT;
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',0,1795365283295819,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwehecsdug\",\"title\":\"list zwehecsdug\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":15}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',1,1795365283323919,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwehecsdug\",\"title\":\"list zwehecsdug\"}","id":"call_1","name":"write_note"},"kind":"call"}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',2,1795365283363530,'{"failed":false,"kind":"result","text":"Added to the note “list zwehecsdug”.","took":87}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',3,1795365283842327,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwehecsdug\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":406}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',4,1795365283893744,'{"call":{"arguments":"{\"text\":\"progzwehecsdug\"}","id":"call00001","name":"report_progress"},"kind":"call"}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',5,1795365283959829,'{"failed":false,"kind":"result","text":"Noted.","took":189}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',6,1795365284001458,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwehecsdug\"},{\"impact\":\"costs the same\",\"label\":\"optbzwehecsdug\"}],\"question\":\"Which one, askzwehecsdug?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":41}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',7,1795365284002064,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwehecsdug\"},{\"impact\":\"costs the same\",\"label\":\"optbzwehecsdug\"}],\"question\":\"Which one, askzwehecsdug?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call"}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',8,1795365284364821,'{"failed":false,"kind":"result","text":"The person decided: optbzwehecsdug","took":0}');
INSERT INTO "steps" VALUES('H4_38uiGEGN7dYsn/t1/2/1',9,1795365284377083,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwehecsdug.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":12}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',0,1795365285172780,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwmeyljgfu\",\"title\":\"list zwmeyljgfu\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":18}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',1,1795365285179056,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwmeyljgfu\",\"title\":\"list zwmeyljgfu\"}","id":"call_1","name":"write_note"},"kind":"call"}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',2,1795365285194769,'{"failed":false,"kind":"result","text":"Added to the note “list zwmeyljgfu”.","took":112}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',3,1795365285211755,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwmeyljgfu\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":17}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',4,1795365285221308,'{"call":{"arguments":"{\"text\":\"progzwmeyljgfu\"}","id":"call00001","name":"report_progress"},"kind":"call"}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',5,1795365285227071,'{"failed":false,"kind":"result","text":"Noted.","took":15}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',6,1795365285243115,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwmeyljgfu\"},{\"impact\":\"costs the same\",\"label\":\"optbzwmeyljgfu\"}],\"question\":\"Which one, askzwmeyljgfu?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":12}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',7,1795365285245850,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwmeyljgfu\"},{\"impact\":\"costs the same\",\"label\":\"optbzwmeyljgfu\"}],\"question\":\"Which one, askzwmeyljgfu?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call"}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',8,1795365287945121,'{"failed":false,"kind":"result","text":"The person decided: optazwmeyljgfu","took":0}');
INSERT INTO "steps" VALUES('J3cw-M3BWtDunwAQ/t1/2/1',9,1795365287960070,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwmeyljgfu.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":14}');
CREATE TABLE strangers (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
CREATE TABLE task_loads (
    ticket TEXT NOT NULL,
    task TEXT NOT NULL,
    agent TEXT NOT NULL,
    PRIMARY KEY (ticket, task)
) STRICT;
CREATE TABLE task_waits (
    agent TEXT NOT NULL,
    ticket TEXT NOT NULL,
    task TEXT NOT NULL,
    priority INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (ticket, task, agent)
) STRICT;
CREATE TABLE tickets (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    requester TEXT NOT NULL,
    room TEXT NOT NULL,
    direct INTEGER NOT NULL,
    status TEXT NOT NULL,
    priority INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    decided_at INTEGER,
    folded INTEGER NOT NULL,
    body TEXT NOT NULL, awaits INTEGER NOT NULL DEFAULT 0,
    UNIQUE (workspace, number)
) STRICT;
INSERT INTO "tickets" VALUES('J3cw-M3BWtDunwAQ','main',1,'telegram-41','nK1ptrRzChuZDiGm',1,'done',2,1795365282562911,1795365288079541,1795365287925090,0,'{"id":"J3cw-M3BWtDunwAQ","workspace":"main","number":1,"requester":"telegram-41","requester_name":"Person 0","room":"nK1ptrRzChuZDiGm","direct":true,"unread_files":false,"idea":"compare three offers for the zwmeyljgfu project and tell me what to take","title":"compare three offers for the zwmeyljgfu project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwmeyljgfu","summary":"Compare three offers for zwmeyljgfu.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwmeyljgfu.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"J3cw-M3BWtDunwAQ/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwmeyljgfu.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"J3cw-M3BWtDunwAQ/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwmeyljgfu?","kind":"Other","why":"Both would do.","options":[{"label":"optazwmeyljgfu","impact":"costs the same","pros":"","cons":""},{"label":"optbzwmeyljgfu","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"bHzc7zZoSXZFV47lek8PHA","rooms":["nK1ptrRzChuZDiGm"],"asked_at":"2026-11-22T16:34:45.263359336Z","remind_at":"2026-11-22T18:00:00Z","state":{"Made":{"option":0,"text":"optazwmeyljgfu","by":"telegram-41","name":"Person 0","platform":"telegram","at":"2026-11-22T16:34:47.925090107Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwmeyljgfu.\n\n- A costs 14\n- C costs 12","at":"2026-11-22T16:34:48.079541209Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"SWl_mVfEyqEtLbOXwR9Xog","shown":{"J3cw-M3BWtDunwAQ/card":["nK1ptrRzChuZDiGm"],"J3cw-M3BWtDunwAQ/d1":["nK1ptrRzChuZDiGm"],"J3cw-M3BWtDunwAQ/progress":["nK1ptrRzChuZDiGm"],"J3cw-M3BWtDunwAQ/receipt":["nK1ptrRzChuZDiGm"],"J3cw-M3BWtDunwAQ/report1":["nK1ptrRzChuZDiGm"]},"asked":2,"created_at":"2026-11-22T16:34:42.562911129Z","updated_at":"2026-11-22T16:34:48.079541209Z","started_at":"2026-11-22T16:34:44.996491686Z","version":9}',0);
INSERT INTO "tickets" VALUES('gWMOJRHvH4-wspan','main',2,'telegram-42','HatxuLWshbzS83dX',1,'cancelled',2,1795365282571934,1795365282899181,NULL,1,'{"id":"gWMOJRHvH4-wspan","workspace":"main","number":2,"requester":"telegram-42","requester_name":"Person 1","room":"HatxuLWshbzS83dX","direct":true,"unread_files":false,"idea":"tell me shortly what the zwvxyxwxek project is about","title":"tell me shortly what the zwvxyxwxek project is about","priority":"Medium","stage":{"Closed":"Folded"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"","summary":"","done_when":[],"due":"","effort":"","resources":[],"assumptions":[]},"tasks":[],"replanned":[],"decisions":[],"files":[],"reports":[],"usage":{"calls":1,"tokens_in":900,"tokens_out":120},"waiting":null,"doing":"","beside":null,"token":null,"shown":{"gWMOJRHvH4-wspan/receipt":["HatxuLWshbzS83dX"],"gWMOJRHvH4-wspan/reply":["HatxuLWshbzS83dX"]},"asked":1,"created_at":"2026-11-22T16:34:42.571934528Z","updated_at":"2026-11-22T16:34:42.899181793Z","started_at":null,"version":2}',0);
INSERT INTO "tickets" VALUES('H4_38uiGEGN7dYsn','main',3,'discord-700000000000000051','EKNMiNGvvyaSNAtk',1,'done',2,1795365282727911,1795365284451857,1795365284111739,0,'{"id":"H4_38uiGEGN7dYsn","workspace":"main","number":3,"requester":"discord-700000000000000051","requester_name":"Somebody 0","room":"EKNMiNGvvyaSNAtk","direct":true,"unread_files":false,"idea":"compare three offers for the zwehecsdug project and tell me what to take","title":"compare three offers for the zwehecsdug project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwehecsdug","summary":"Compare three offers for zwehecsdug.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwehecsdug.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"H4_38uiGEGN7dYsn/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwehecsdug.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"H4_38uiGEGN7dYsn/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwehecsdug?","kind":"Other","why":"Both would do.","options":[{"label":"optazwehecsdug","impact":"costs the same","pros":"","cons":""},{"label":"optbzwehecsdug","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"-1E-m4Gu_czJ-cskxDKtVQ","rooms":["EKNMiNGvvyaSNAtk"],"asked_at":"2026-11-22T16:34:44.003879638Z","remind_at":"2026-11-22T18:00:00Z","state":{"Made":{"option":1,"text":"optbzwehecsdug","by":"discord-700000000000000051","name":"Somebody 0","platform":"discord","at":"2026-11-22T16:34:44.111739359Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwehecsdug.\n\n- A costs 14\n- C costs 12","at":"2026-11-22T16:34:44.451857160Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"Lpn41w6g4107PrLZ43DLhQ","shown":{"H4_38uiGEGN7dYsn/card":["EKNMiNGvvyaSNAtk"],"H4_38uiGEGN7dYsn/d1":["EKNMiNGvvyaSNAtk"],"H4_38uiGEGN7dYsn/progress":["EKNMiNGvvyaSNAtk"],"H4_38uiGEGN7dYsn/receipt":["EKNMiNGvvyaSNAtk"],"H4_38uiGEGN7dYsn/report1":["EKNMiNGvvyaSNAtk"]},"asked":2,"created_at":"2026-11-22T16:34:42.727911646Z","updated_at":"2026-11-22T16:34:44.451857160Z","started_at":"2026-11-22T16:34:43.217145562Z","version":9}',0);
INSERT INTO "tickets" VALUES('6z1zsBdan2Oqlodr','main',4,'telegram-42','HatxuLWshbzS83dX',1,'confirming',2,1795365295553397,1795365295603341,NULL,0,'{"id":"6z1zsBdan2Oqlodr","workspace":"main","number":4,"requester":"telegram-42","requester_name":"Person 1","room":"HatxuLWshbzS83dX","direct":true,"unread_files":false,"idea":"compare three offers for the zwisihxxnk project and tell me what to take","title":"compare three offers for the zwisihxxnk project and tell me what to take","priority":"Medium","stage":"Confirming","paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwisihxxnk","summary":"Compare three offers for zwisihxxnk.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwisihxxnk.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Pending","agent":"planner","chosen":"","fitting":[],"attempts":0,"restarts":0,"run":null,"extended":0,"told":0,"spent":{"calls":0,"tokens_in":0,"tokens_out":0},"used":0,"result":"","failure":null,"left_out":false}],"replanned":[],"decisions":[],"files":[],"reports":[],"usage":{"calls":1,"tokens_in":900,"tokens_out":120},"waiting":null,"doing":"","beside":null,"token":"kt0rxjObTyElWujJh6scyg","shown":{"6z1zsBdan2Oqlodr/card":["HatxuLWshbzS83dX"],"6z1zsBdan2Oqlodr/receipt":["HatxuLWshbzS83dX"]},"asked":1,"created_at":"2026-11-22T16:34:55.553397750Z","updated_at":"2026-11-22T16:34:55.603341771Z","started_at":null,"version":2}',0);
CREATE TABLE views (
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    ticket TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (slot, room, ticket)
) STRICT;
CREATE TABLE web_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX inbox_new ON inbox (seq) WHERE state = 'new';
CREATE INDEX inbox_decided ON inbox (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX outbox_ready ON outbox (due_at) WHERE head = 1 AND state = 'due';
CREATE INDEX outbox_lane ON outbox (lane, seq) WHERE state IN ('due', 'sending');
CREATE INDEX outbox_posts ON outbox (slot, room) WHERE slot IS NOT NULL AND state IN ('due', 'sending');
CREATE INDEX outbox_shelved ON outbox (room, seq) WHERE state = 'shelved';
CREATE INDEX outbox_sending ON outbox (seq) WHERE state = 'sending';
CREATE INDEX tickets_open ON tickets (priority, created_at) WHERE status NOT IN ('done', 'failed', 'cancelled');
CREATE INDEX tickets_requester ON tickets (requester, created_at);
CREATE INDEX tickets_room ON tickets (room, created_at);
CREATE INDEX tickets_changed ON tickets (updated_at);
CREATE INDEX tickets_decided ON tickets (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX tickets_number ON tickets (number);
CREATE INDEX task_waits_turn ON task_waits (agent, priority, created_at, ticket);
CREATE INDEX people_workspace ON people (workspace) WHERE removed = 0;
CREATE INDEX accounts_person ON accounts (person, position);
CREATE INDEX rooms_workspace ON rooms (workspace);
CREATE INDEX rooms_person ON rooms (person) WHERE person IS NOT NULL;
CREATE INDEX rooms_thread ON rooms (thread_ticket, thread_room) WHERE thread_ticket IS NOT NULL;
CREATE INDEX schedules_workspace ON schedules (workspace, number);
CREATE INDEX schedules_owner ON schedules (owner);
CREATE INDEX posts_message ON posts (platform, bot, chat, message);
CREATE INDEX copies_slot ON copies (slot, room);
CREATE INDEX prompts_newest ON prompts (bound_at);
CREATE INDEX note_changes_newest ON note_changes (room, person, at);
CREATE INDEX tickets_awaits ON tickets (priority, created_at, number) WHERE awaits = 1;
CREATE INDEX tickets_urgent ON tickets (priority, created_at, number, status, workspace, direct, requester)
    WHERE folded = 0;
CREATE INDEX tickets_newest ON tickets (created_at, number, status, workspace, direct, requester) WHERE folded = 0;
CREATE INDEX tickets_status ON tickets (workspace, status, direct, requester) WHERE folded = 0;
CREATE INDEX notes_newest ON notes (workspace, owner, updated_at);
CREATE INDEX note_changes_person ON note_changes (person);
CREATE INDEX views_ticket ON views (ticket);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('inbox',31);
INSERT INTO "sqlite_sequence" VALUES('outbox',55);
COMMIT;
