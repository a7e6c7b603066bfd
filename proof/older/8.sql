-- due zwyxfgqplj Telegram(43)
-- kept zwwewhuyvb zwrrrfpkoj zwomsyynal
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'spine','2026-11-22 16:19:59',1,X'3DCF66AF5383625BFD0C715BF6B8F4A8CCF33B37ED1728C1FB6401B50BC534D031D30CD40525F8C984176FF22759E09A',10994538);
INSERT INTO "_sqlx_migrations" VALUES(2,'begun','2026-11-22 16:19:59',1,X'A4BCF5999C295EAD14AFE036F8CFE3395C12CC54C8B42C195201D163A4F3BE9F7A177AE9056D7353ADB2A6768A7CA735',7913543);
INSERT INTO "_sqlx_migrations" VALUES(3,'newest prompts','2026-11-22 16:19:59',1,X'9EE28748FB93409008152A0EB1F4BB4F2818447156F4C412BA3B77F5373C66389927FFFC4B5B418EF2B41678026976BD',5785859);
INSERT INTO "_sqlx_migrations" VALUES(4,'note changes','2026-11-22 16:19:59',1,X'0072C2D123152FEEAEAFEF4AB5192B2C49EFA4ECF747E812670E79AE21B70E60F1759F6A0884702737D339F50F2F2AAB',8011960);
INSERT INTO "_sqlx_migrations" VALUES(5,'open decisions','2026-11-22 16:19:59',1,X'E9055EFEB141021A4BB056E70AC1A8F6216D03AF04C95B72DFF5AF99FFFD1036B5EAF2C545F3FD836CC68DA4E1B0CF46',6378634);
INSERT INTO "_sqlx_migrations" VALUES(6,'note owners','2026-11-22 16:19:59',1,X'E44FDA3BCAAC6F38A6732AAD0322DA79FA989517BD0CD4DD321B60E2C300CA9438CCFA81192ECDBEAB6B61CB51AD6E38',7984189);
INSERT INTO "_sqlx_migrations" VALUES(7,'views','2026-11-22 16:19:59',1,X'CB1643EAECADBFBF4B5077FE3DC899E3194ABD9944E02812F5DCD650E917ADC862E6053D4045C0A0E475DE0D2A7143E7',5827201);
INSERT INTO "_sqlx_migrations" VALUES(8,'processes','2026-11-22 16:19:59',1,X'A201E161D8B9823EA5DEECC1DB99066F65A937BB67FF155C3FA36743BD2EF3D74807C65438F8276C3416EB60E92BB85D',7973402);
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
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',1,1795364405129704,'telegram-41','"IdeaReceived"');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',1,1795364405187915,'discord-700000000000000051','"IdeaReceived"');
INSERT INTO "events" VALUES('rpewEoOn20rxyJmz',1,1795364405216251,'telegram-42','"IdeaReceived"');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',2,1795364405266185,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwwewhuyvb","summary":"Compare three offers for zwwewhuyvb.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwwewhuyvb.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',2,1795364405487902,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwrrrfpkoj","summary":"Compare three offers for zwrrrfpkoj.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwrrrfpkoj.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('rpewEoOn20rxyJmz',2,1795364405523695,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"talk","reply":"Yes, talkzwffvwmmtq.","questions":[],"requirement":{"title":"Offers for zwffvwmmtq","summary":"Compare three offers for zwffvwmmtq.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',3,1795364405659191,'discord-700000000000000051','"Confirmed"');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',4,1795364405706031,NULL,'{"TaskProgressed":{"task":"t1","run":"nPW1UDa4CfZfqsaW/t1/2/1","line":""}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',5,1795364405773797,NULL,'{"TaskProgressed":{"task":"t1","run":"nPW1UDa4CfZfqsaW/t1/2/1","line":"progzwrrrfpkoj"}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',6,1795364405807136,NULL,'{"DecisionAsked":{"task":"t1","run":"nPW1UDa4CfZfqsaW/t1/2/1","step":7,"asked":{"question":"Which one, askzwrrrfpkoj?","kind":"Other","why":"Both would do.","options":[{"label":"optazwrrrfpkoj","impact":"costs the same","pros":"","cons":""},{"label":"optbzwrrrfpkoj","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',7,1795364405865731,'discord-700000000000000051','{"DecisionMade":{"decision":"d1","option":0,"text":null}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',8,1795364405884607,NULL,'{"TaskFinished":{"task":"t1","run":"nPW1UDa4CfZfqsaW/t1/2/1","result":"C fits best for zwrrrfpkoj.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO "events" VALUES('nPW1UDa4CfZfqsaW',9,1795364405912768,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwrrrfpkoj.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',3,1795364407379305,'telegram-41','"Confirmed"');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',4,1795364407388678,NULL,'{"TaskProgressed":{"task":"t1","run":"PJTHmKBPs1XwbPt8/t1/2/1","line":""}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',5,1795364407429810,NULL,'{"TaskProgressed":{"task":"t1","run":"PJTHmKBPs1XwbPt8/t1/2/1","line":"progzwwewhuyvb"}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',6,1795364407442964,NULL,'{"DecisionAsked":{"task":"t1","run":"PJTHmKBPs1XwbPt8/t1/2/1","step":7,"asked":{"question":"Which one, askzwwewhuyvb?","kind":"Other","why":"Both would do.","options":[{"label":"optazwwewhuyvb","impact":"costs the same","pros":"","cons":""},{"label":"optbzwwewhuyvb","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',7,1795364409565226,'telegram-41','{"DecisionMade":{"decision":"d1","option":0,"text":null}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',8,1795364409631761,NULL,'{"TaskFinished":{"task":"t1","run":"PJTHmKBPs1XwbPt8/t1/2/1","result":"C fits best for zwwewhuyvb.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO "events" VALUES('PJTHmKBPs1XwbPt8',9,1795364409667023,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwwewhuyvb.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO "events" VALUES('Hcfzy4zaje_BuE1L',1,1795364417147470,'telegram-42','"IdeaReceived"');
INSERT INTO "events" VALUES('Hcfzy4zaje_BuE1L',2,1795364417262867,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwomsyynal","summary":"Compare three offers for zwomsyynal.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwomsyynal.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
CREATE TABLE expects (
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    action TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT;
INSERT INTO "expects" VALUES('CLlunTCSwiw3MEFw','telegram-43','{"OnSchedule":{"schedule":"JT4XOuw-j6mVXmln","act":"Amend"}}',1795364411171556);
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
INSERT INTO "inbox" VALUES(1,'self','','start/1795364399420817','',X'5E9D0DEBF4EFE2969F456EC2A4AC072171DC514893A95D268887579025DEBC74','done',0,1795364399420817,1795364399470265,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(2,'self','','back/1795364399420817','',X'E08533490DA58336C7D97F7B2C857985B11AE02AA6573D7D5A4D5D59C004FC18','done',0,1795364399420817,1795364399472267,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(3,'discord','1100000000000000001','trouble/NoContent/2026-11-22','',X'A00D279EB1E0BBA550F860DBE6DB3F074572289956B7A9231DA072A684E13CD7','done',0,1795364402531036,1795364402533430,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(4,'telegram','123456','m41/1/8f7af099b417d71db295c7d464b6b0c4','',X'6C3E3C84A87519A3BA0DBE333B9072686190530266AA454344EAD8BBAC0F1653','done',0,1795364404803140,1795364404927679,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(5,'telegram','123456','m42/2/33700c205532edaaf2f8a29752a06aea','',X'AD9408E24EDE6483EFAB7BEABB4482803A9F6200D6DD79820A4B555C005D9609','done',0,1795364404803140,1795364404928938,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(6,'telegram','123456','m43/3/83b9161d00271b9f8b4e0397b592a8a8','',X'AF13BAB2405933F2B5582470305E357A75FF36582D8F9B20BC492537C265EE8E','done',0,1795364404803140,1795364404929941,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(7,'discord','1100000000000000001','m1574097145483493376','',X'DE458D85FA5CE8C501F608F7813FCC165A5568960F8DAD639E74C3D802362A99','done',0,1795364404995116,1795364405037258,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(8,'discord','1100000000000000001','m1574097145483493377','',X'36A58D740643FBB1CE56012828F277C052996A36F152FA2143B24C21CC6EEDD1','done',0,1795364404995116,1795364405045749,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(9,'telegram','123456','m41/7/fbdce00ea29ae08a9033bfe6ea8b6ab1','',X'AF1E4172EEF9C30F4BD7F72A487291A05363A277C3575F2FB020000CE7843EDA','done',0,1795364405105358,1795364405171905,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(10,'discord','1100000000000000001','m1574097146783727616','',X'288A0E79E843732D19A3B07236449508311A007FEE70C3243C8859700CAC014E','done',0,1795364405127743,1795364405191922,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(11,'telegram','123456','m42/8/c5d7182e1efb9159886f65cd0cbdc3cf','',X'1903CF6AF69D8554CC7B01EBC582158100F7C206F408BE0DE97ACF25E991C1D5','done',0,1795364405187344,1795364405236258,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(12,'self','','e9.1/0','',X'EC12F5BC3C631E029834ABE76F1A0E2C684DA4D57C7A5B407F22F23D9CC990DA','done',0,1795364405224787,1795364405268333,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(13,'self','','e10.1/0','',X'812E68B92B18900FD73CFBBE802B45A3E5D1F5FE1E4563CE734CB6F9971D3F64','done',0,1795364405255232,1795364405493454,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(14,'self','','e11.1/0','',X'5C2167121DA36A5DD0DAA0D275079CC72204E82959424136991A3A8E744A3B78','done',0,1795364405369693,1795364405525326,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(15,'discord','1100000000000000001','i1574097149040263168','',X'71F1FF93668E9262D7C66CF4BA2774B367E51CF4D6E75D0CC1E31DF155EEF581','done',0,1795364405657520,1795364405661630,'{"Decided":"Started."}',0);
INSERT INTO "inbox" VALUES(16,'self','','progress/vdQokxpeyoRaCTv_','',X'3255E3E124BAF33C6C30FEB983D9B2A5CFA8629CDEB99B2CC63238B0514CD953','done',0,1795364405681257,1795364405707719,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(17,'self','','progress/1IGKoawDcmR6uFJQ','',X'E2A30CBB717524E410B46206ED7FD80CF22C1AC6837DC80292A1E18565E72430','done',0,1795364405772580,1795364405775805,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(18,'self','','e15.2/0','',X'D273A1E21A657E16B152BBDF0E9A9807003E78B212C985F7EFEDD6D8FA345C14','done',0,1795364405806167,1795364405809420,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(19,'discord','1100000000000000001','i1574097149908484096','',X'805FF574399358B19CC11A9F66CEC418E630936DDB21434EC7364C3B0F8CF0FB','done',0,1795364405864088,1795364405868433,'{"Decided":"✔ optazwrrrfpkoj"}',0);
INSERT INTO "inbox" VALUES(20,'self','','e19.2/0','',X'88DFD781BFEBEAAC0382254EBF2055A2CD0B3E1C3C3791FD8392EFE09557FB4E','done',0,1795364405883277,1795364405886559,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(21,'self','','e20.0/0','',X'A8A7182B8E0CE64E203749C86B092C2CE958EEC4667FFF3953619FCDA260CE45','done',0,1795364405911288,1795364405914608,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(22,'telegram','123456','q4000000000','',X'6E899462FB8A77C3DD7A699EB455F778A27AEC3128E2A5539957C91D675FC44F','done',0,1795364407377109,1795364407381799,'{"Decided":"Started."}',0);
INSERT INTO "inbox" VALUES(23,'self','','progress/-6R9RE4BX5oUuRsk','',X'EF9063824880C466A5CEA37C16A9761C991BE58AE6CF25DB15E2E142D3AEB0FB','done',0,1795364407386179,1795364407389877,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(24,'self','','progress/IDlQjgcQx0--WZHx','',X'03C6E2CBBFC4F897F9D035C82B4429F83CB1879CC08E2E8BE719B262507316F7','done',0,1795364407426715,1795364407436191,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(25,'self','','e22.2/0','',X'BC0C5A0A605C034EA3921C97D3C4B084399BE3D5039552EFC9925485FECC69F1','done',0,1795364407442098,1795364407445249,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(26,'telegram','123456','q4000000001','',X'8C0B712C661F7BBAFCA63D3458F085F38F0D455748924DBCE1D161684532A165','done',0,1795364409556399,1795364409609580,'{"Decided":"✔ optazwwewhuyvb"}',0);
INSERT INTO "inbox" VALUES(27,'self','','e26.2/0','',X'64B647B513A8ED55A5CDEE4325EC565B7BDC8E4CFF81DE2280D4CDA229037B33','done',0,1795364409629026,1795364409637325,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(28,'self','','e27.0/0','',X'4850DD5B9FD0B50CF63C7526331A0BA2B4A3EDE628BF5839443BBF1C1D029D90','done',0,1795364409663482,1795364409669245,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(29,'telegram','123456','m43/16/077791428e817124fce1502a461db08c','',X'8178544CCF26E0477C504F32C7671CF8C88D29FE3B2A92051C27291789FFAF27','done',0,1795364411128061,1795364411208642,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(30,'telegram','123456','m42/18/9b5bbd654daf3af72ddbc48f407a7b60','',X'82D2DC84EBCB1B11205B6DAD3DB844D05DAC0BE9C6337A61CE09731D4FDE08FB','done',0,1795364417120686,1795364417151163,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(31,'self','','e30.1/0','',X'96177E5D787ACDDE48CD9D0CE8889F800B52F4657BC09D20FBD966CF1EE5CDE3','done',0,1795364417241655,1795364417335257,'{"Decided":null}',0);
INSERT INTO "inbox" VALUES(32,'self','','stop/1795364423151078','',X'C0D396423BA33006CDCEA3292E13C0FE0830C792ED6658A52EEAA7E4B957A914','done',0,1795364423151078,1795364423169262,'{"Decided":null}',0);
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "marks" VALUES('discord:identifies','1795364399:2:1795364404768');
INSERT INTO "marks" VALUES('discord:no-content','1795364402 cfc8ab404fa4dbd3');
INSERT INTO "marks" VALUES('telegram.123456.offset','1003 1795364404');
INSERT INTO "marks" VALUES('discord:last:1574097121823424512','1574097146783727616');
INSERT INTO "marks" VALUES('discord:commands','1100000000000000002:b98941301c09c6c2fadc73a1');
INSERT INTO "marks" VALUES('discord:last:1574097121823424513','1574097145483493377');
INSERT INTO "marks" VALUES('discord:dms','1574097121823424512,1574097121823424513');
INSERT INTO "marks" VALUES('discord:alive','1795364423');
CREATE TABLE note_appends (
    workspace TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT;
INSERT INTO "note_appends" VALUES('main','nPW1UDa4CfZfqsaW/t1/2/1#1');
INSERT INTO "note_appends" VALUES('main','agents/a8ad55f7c1345fad92daa7f8e7bdaf1adc257ad9a1ffa2d6d019b86063cbff2f');
INSERT INTO "note_appends" VALUES('main','PJTHmKBPs1XwbPt8/t1/2/1#1');
INSERT INTO "note_appends" VALUES('main','agents/c8d4288c6ba77e9cffef3ba11ba730cab61bf2b32fb9551f46f0c16fb5ee2e80');
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
INSERT INTO "notes" VALUES('main','discord-700000000000000051','list zwrrrfpkoj','list zwrrrfpkoj',1795364405735813,'notezwrrrfpkoj','list zwrrrfpkoj
notezwrrrfpkoj');
INSERT INTO "notes" VALUES('main','telegram-41','list zwwewhuyvb','list zwwewhuyvb',1795364407407357,'notezwwewhuyvb','list zwwewhuyvb
notezwwewhuyvb');
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
, unclear_since INTEGER, cut_off INTEGER NOT NULL DEFAULT 0, owner TEXT, hand TEXT) STRICT;
INSERT INTO "outbox" VALUES(1,'e4.0','room/GvghSwohSH-cT1VR',NULL,1795364404891011,'done',0,0,0,0,1795364404891011,1795364404983748,NULL,'re/4/0','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(2,'e5.0','room/lHubRIoP5gSAWtG2',NULL,1795364404927881,'done',0,0,0,0,1795364404927881,1795364404978935,NULL,'re/5/0','lHubRIoP5gSAWtG2','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(3,'e6.0','room/CLlunTCSwiw3MEFw',NULL,1795364404929091,'done',0,0,0,0,1795364404929091,1795364404983662,NULL,'re/6/0','CLlunTCSwiw3MEFw','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(4,'e7.0','room/X-i5zw83rXrdxATU',NULL,1795364405035960,'done',0,0,0,0,1795364405035960,1795364405084714,NULL,'re/7/0','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(5,'e8.0','room/EqGU3fQSrVksW4lB',NULL,1795364405037340,'done',0,0,0,0,1795364405037340,1795364405082750,NULL,'re/8/0','EqGU3fQSrVksW4lB','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(6,'e9.0','room/GvghSwohSH-cT1VR','PJTHmKBPs1XwbPt8',1795364406078191,'done',0,0,0,0,1795364405129704,1795364406204591,NULL,'PJTHmKBPs1XwbPt8/receipt','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(7,'e9.1','model/PJTHmKBPs1XwbPt8','PJTHmKBPs1XwbPt8',1795364405129704,'done',0,0,0,0,1795364405129704,1795364405224787,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(8,'e10.0','room/X-i5zw83rXrdxATU','nPW1UDa4CfZfqsaW',1795364405187915,'done',0,0,0,0,1795364405187915,1795364405254315,NULL,'nPW1UDa4CfZfqsaW/receipt','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(9,'e10.1','model/nPW1UDa4CfZfqsaW','nPW1UDa4CfZfqsaW',1795364405187915,'done',0,0,0,0,1795364405187915,1795364405255232,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(10,'e11.0','room/lHubRIoP5gSAWtG2','rpewEoOn20rxyJmz',1795364406075759,'done',0,0,0,0,1795364405216251,1795364406134461,NULL,'rpewEoOn20rxyJmz/receipt','lHubRIoP5gSAWtG2','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(11,'e11.1','model/rpewEoOn20rxyJmz','rpewEoOn20rxyJmz',1795364405216251,'done',0,0,0,0,1795364405216251,1795364405369693,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(12,'e12.0','room/GvghSwohSH-cT1VR','PJTHmKBPs1XwbPt8',1795364407302320,'done',0,1,0,0,1795364405266185,1795364407327875,NULL,'PJTHmKBPs1XwbPt8/card','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(13,'e13.0','room/X-i5zw83rXrdxATU','nPW1UDa4CfZfqsaW',1795364405487902,'done',0,0,0,0,1795364405487902,1795364405580626,NULL,'nPW1UDa4CfZfqsaW/card','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(14,'e14.0','room/lHubRIoP5gSAWtG2','rpewEoOn20rxyJmz',1795364407232646,'done',0,1,0,0,1795364405523695,1795364407312375,NULL,'rpewEoOn20rxyJmz/reply','lHubRIoP5gSAWtG2','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(15,'e15.0','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/card','nPW1UDa4CfZfqsaW',1795364405659191,'done',0,0,0,0,1795364405659191,1795364405682402,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(16,'e15.1','timer/nPW1UDa4CfZfqsaW/stalled/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795365005659191,'dropped',0,0,0,0,1795364405659191,1795364405659191,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(17,'e15.2','run/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795364405659191,'done',0,0,0,0,1795364405659191,1795364405806167,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(18,'e15.3','room/X-i5zw83rXrdxATU','nPW1UDa4CfZfqsaW',1795364405659191,'done',0,0,0,0,1795364405659191,1795364405682654,NULL,'nPW1UDa4CfZfqsaW/progress','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(19,'e16.0','timer/nPW1UDa4CfZfqsaW/stalled/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795365005706031,'dropped',0,0,0,0,1795364405706031,1795364405706031,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(20,'e17.0','timer/nPW1UDa4CfZfqsaW/stalled/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795365005773797,'dropped',0,0,0,0,1795364405773797,1795364405773797,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(21,'e17.1','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/progress','nPW1UDa4CfZfqsaW',1795364408682648,'dropped',0,0,0,0,1795364405773797,1795364405773797,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(22,'e18.0','room/X-i5zw83rXrdxATU','nPW1UDa4CfZfqsaW',1795364405807136,'done',0,0,0,0,1795364405807136,1795364405826473,NULL,'nPW1UDa4CfZfqsaW/d1','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(23,'e18.1','timer/nPW1UDa4CfZfqsaW/decision/d1','nPW1UDa4CfZfqsaW',1795370400000000,'dropped',0,0,0,0,1795364405807136,1795364405807136,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(24,'e18.2','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/progress','nPW1UDa4CfZfqsaW',1795364408682648,'dropped',0,0,0,0,1795364405807136,1795364405807136,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(25,'e19.0','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/d1','nPW1UDa4CfZfqsaW',1795364405865731,'done',0,0,0,0,1795364405865731,1795364405882446,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(26,'e19.1','timer/nPW1UDa4CfZfqsaW/stalled/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795365005865731,'dropped',0,0,0,0,1795364405865731,1795364405865731,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(27,'e19.2','run/nPW1UDa4CfZfqsaW/t1/2/1','nPW1UDa4CfZfqsaW',1795364405865731,'done',0,0,0,0,1795364405865731,1795364405883277,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(28,'e19.3','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/progress','nPW1UDa4CfZfqsaW',1795364408682648,'dropped',0,0,0,0,1795364405865731,1795364405865731,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(29,'e20.0','model/nPW1UDa4CfZfqsaW','nPW1UDa4CfZfqsaW',1795364405884607,'done',0,0,0,0,1795364405884607,1795364405911288,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(30,'e20.1','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/progress','nPW1UDa4CfZfqsaW',1795364408682648,'dropped',0,0,0,0,1795364405884607,1795364405884607,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(31,'e21.0','room/X-i5zw83rXrdxATU','nPW1UDa4CfZfqsaW',1795364405912768,'done',0,0,0,0,1795364405912768,1795364405959553,NULL,'nPW1UDa4CfZfqsaW/report1','X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(32,'e21.1','edit/X-i5zw83rXrdxATU/nPW1UDa4CfZfqsaW/progress','nPW1UDa4CfZfqsaW',1795364405912768,'done',0,0,0,0,1795364405912768,1795364405961789,NULL,NULL,'X-i5zw83rXrdxATU','',NULL,0,NULL,'discord');
INSERT INTO "outbox" VALUES(33,'e22.0','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/card','PJTHmKBPs1XwbPt8',1795364407379305,'done',0,0,0,0,1795364407379305,1795364407396861,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(34,'e22.1','timer/PJTHmKBPs1XwbPt8/stalled/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795365007379305,'dropped',0,0,0,0,1795364407379305,1795364407379305,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(35,'e22.2','run/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795364407379305,'done',0,0,0,0,1795364407379305,1795364407442098,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(36,'e22.3','room/GvghSwohSH-cT1VR','PJTHmKBPs1XwbPt8',1795364408419380,'done',0,0,0,0,1795364407379305,1795364408451627,NULL,'PJTHmKBPs1XwbPt8/progress','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(37,'e23.0','timer/PJTHmKBPs1XwbPt8/stalled/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795365007388678,'dropped',0,0,0,0,1795364407388678,1795364407388678,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(38,'e24.0','timer/PJTHmKBPs1XwbPt8/stalled/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795365007429810,'dropped',0,0,0,0,1795364407429810,1795364407429810,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(39,'e24.1','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/progress','PJTHmKBPs1XwbPt8',1795364407429810,'dropped',0,0,0,0,1795364407429810,1795364407429810,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(40,'e25.0','room/GvghSwohSH-cT1VR','PJTHmKBPs1XwbPt8',1795364409531518,'done',0,1,0,0,1795364407442964,1795364409546372,NULL,'PJTHmKBPs1XwbPt8/d1','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(41,'e25.1','timer/PJTHmKBPs1XwbPt8/decision/d1','PJTHmKBPs1XwbPt8',1795370400000000,'dropped',0,0,0,0,1795364407442964,1795364407442964,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(42,'e25.2','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/progress','PJTHmKBPs1XwbPt8',1795364408432645,'done',0,2,0,0,1795364407442964,1795364408491350,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(43,'e26.0','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/d1','PJTHmKBPs1XwbPt8',1795364409565226,'done',0,0,0,0,1795364409565226,1795364409618923,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(44,'e26.1','timer/PJTHmKBPs1XwbPt8/stalled/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795365009565226,'dropped',0,0,0,0,1795364409565226,1795364409565226,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(45,'e26.2','run/PJTHmKBPs1XwbPt8/t1/2/1','PJTHmKBPs1XwbPt8',1795364409565226,'done',0,0,0,0,1795364409565226,1795364409629026,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(46,'e26.3','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/progress','PJTHmKBPs1XwbPt8',1795364411491331,'dropped',0,0,0,0,1795364409565226,1795364409565226,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(47,'e27.0','model/PJTHmKBPs1XwbPt8','PJTHmKBPs1XwbPt8',1795364409631761,'done',0,0,0,0,1795364409631761,1795364409663482,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(48,'e27.1','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/progress','PJTHmKBPs1XwbPt8',1795364411491331,'dropped',0,0,0,0,1795364409631761,1795364409631761,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(49,'e28.0','room/GvghSwohSH-cT1VR','PJTHmKBPs1XwbPt8',1795364410644112,'done',0,0,0,0,1795364409667023,1795364410676716,NULL,'PJTHmKBPs1XwbPt8/report1','GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(50,'e28.1','edit/GvghSwohSH-cT1VR/PJTHmKBPs1XwbPt8/progress','PJTHmKBPs1XwbPt8',1795364409667023,'done',0,0,0,0,1795364409667023,1795364409681240,NULL,NULL,'GvghSwohSH-cT1VR','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(51,'e29.0','schedule/JT4XOuw-j6mVXmln',NULL,1795364451171556,'due',1,0,0,0,1795364411171556,1795364411171556,NULL,NULL,NULL,'{"WakeSchedule":{"schedule":"JT4XOuw-j6mVXmln"}}',NULL,0,NULL,'scheduler');
INSERT INTO "outbox" VALUES(52,'e29.1','room/CLlunTCSwiw3MEFw',NULL,1795364411171556,'done',0,0,0,0,1795364411171556,1795364411241731,NULL,'schedule/JT4XOuw-j6mVXmln/card','CLlunTCSwiw3MEFw','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(53,'e30.0','room/lHubRIoP5gSAWtG2','Hcfzy4zaje_BuE1L',1795364417147470,'done',0,0,0,0,1795364417147470,1795364417239107,NULL,'Hcfzy4zaje_BuE1L/receipt','lHubRIoP5gSAWtG2','',NULL,0,NULL,'telegram');
INSERT INTO "outbox" VALUES(54,'e30.1','model/Hcfzy4zaje_BuE1L','Hcfzy4zaje_BuE1L',1795364417147470,'done',0,0,0,0,1795364417147470,1795364417241655,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO "outbox" VALUES(55,'e31.0','room/lHubRIoP5gSAWtG2','Hcfzy4zaje_BuE1L',1795364418337267,'done',0,0,0,0,1795364417262867,1795364418375352,NULL,'Hcfzy4zaje_BuE1L/card','lHubRIoP5gSAWtG2','',NULL,0,NULL,'telegram');
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES('telegram-41','main',0,'{"id":"telegram-41","workspace":"main","name":"Person 0","role":"Owner","accounts":[{"platform":"telegram","user":"41"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:19:59.420817409Z"}');
INSERT INTO "people" VALUES('telegram-42','main',0,'{"id":"telegram-42","workspace":"main","name":"Person 1","role":"Owner","accounts":[{"platform":"telegram","user":"42"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:19:59.420817409Z"}');
INSERT INTO "people" VALUES('telegram-43','main',0,'{"id":"telegram-43","workspace":"main","name":"Person 2","role":"Owner","accounts":[{"platform":"telegram","user":"43"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:19:59.420817409Z"}');
INSERT INTO "people" VALUES('discord-700000000000000051','main',0,'{"id":"discord-700000000000000051","workspace":"main","name":"Somebody 0","role":"Owner","accounts":[{"platform":"discord","user":"700000000000000051"}],"zone":null,"zone_talk":"Quiet","language":"en","joined_at":"2026-11-22T16:19:59.420817409Z"}');
INSERT INTO "people" VALUES('discord-700000000000000052','main',0,'{"id":"discord-700000000000000052","workspace":"main","name":"Somebody 1","role":"Owner","accounts":[{"platform":"discord","user":"700000000000000052"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:19:59.420817409Z"}');
INSERT INTO "people" VALUES('web-local','main',0,'{"id":"web-local","workspace":"main","name":"Owner","role":"Owner","accounts":[{"platform":"web","user":"local"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-22T16:19:59.420817409Z"}');
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
INSERT INTO "posts" VALUES('re/5/0','lHubRIoP5gSAWtG2',0,'telegram','123456','42','4',1795364404978923,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/6/0','CLlunTCSwiw3MEFw',0,'telegram','123456','43','5',1795364404983653,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/4/0','GvghSwohSH-cT1VR',0,'telegram','123456','41','6',1795364404983746,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/8/0','EqGU3fQSrVksW4lB',0,'discord','1100000000000000001','1574097121823424513','1574097146683064320',1795364405082738,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424513","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('re/7/0','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097146691452928',1795364405084708,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/idea','GvghSwohSH-cT1VR',0,'telegram','123456','41','7',1795364405129704,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/idea','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097146783727616',1795364405187915,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('rpewEoOn20rxyJmz/idea','lHubRIoP5gSAWtG2',0,'telegram','123456','42','8',1795364405216251,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/receipt','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097147408678912',1795364405254306,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/card','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097148771827712',1795364405682386,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/progress','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097149132537856',1795364405961778,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/d1','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097149803626496',1795364405882430,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('nPW1UDa4CfZfqsaW/report1','X-i5zw83rXrdxATU',0,'discord','1100000000000000001','1574097121823424512','1574097150361468928',1795364405959542,'{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('rpewEoOn20rxyJmz/receipt','lHubRIoP5gSAWtG2',0,'telegram','123456','42','9',1795364406134449,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/receipt','GvghSwohSH-cT1VR',0,'telegram','123456','41','10',1795364406204579,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('rpewEoOn20rxyJmz/reply','lHubRIoP5gSAWtG2',0,'telegram','123456','42','11',1795364407312350,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/card','GvghSwohSH-cT1VR',0,'telegram','123456','41','12',1795364407396845,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/progress','GvghSwohSH-cT1VR',0,'telegram','123456','41','13',1795364409681226,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/d1','GvghSwohSH-cT1VR',0,'telegram','123456','41','14',1795364409618907,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('PJTHmKBPs1XwbPt8/report1','GvghSwohSH-cT1VR',0,'telegram','123456','41','15',1795364410676704,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('schedule/JT4XOuw-j6mVXmln/card','CLlunTCSwiw3MEFw',0,'telegram','123456','43','17',1795364411241718,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('Hcfzy4zaje_BuE1L/idea','lHubRIoP5gSAWtG2',0,'telegram','123456','42','18',1795364417147470,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('Hcfzy4zaje_BuE1L/receipt','lHubRIoP5gSAWtG2',0,'telegram','123456','42','19',1795364417239097,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO "posts" VALUES('Hcfzy4zaje_BuE1L/card','lHubRIoP5gSAWtG2',0,'telegram','123456','42','20',1795364418375339,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
CREATE TABLE prompts (
    token TEXT PRIMARY KEY,
    rooms TEXT NOT NULL,
    actions TEXT NOT NULL,
    slot TEXT,
    bound_at INTEGER NOT NULL
) STRICT;
INSERT INTO "prompts" VALUES('JPiUCvA_zbK_R0BmR60uGw','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Edit"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/card',1795364405266185);
INSERT INTO "prompts" VALUES('p-QM5wd5wKMhdUV2J4Vlaw','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Edit"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/card',1795364405487902);
INSERT INTO "prompts" VALUES('zKwlwMuBS3RYb7NJSU3TXw','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Pause"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/progress',1795364405659191);
INSERT INTO "prompts" VALUES('3v4SUvHJQg5OKtTfWiNaow','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Pause"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/progress',1795364405773797);
INSERT INTO "prompts" VALUES('smRpAvMDxEUjSsz9-iX83w','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"DecideOther":{"decision":"d1"}}}}]','nPW1UDa4CfZfqsaW/d1',1795364405807136);
INSERT INTO "prompts" VALUES('7R0nb21g5o4hvQRQyR7joQ','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Pause"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/progress',1795364405807136);
INSERT INTO "prompts" VALUES('7y4SJNcz0_7nQ4TuqvnFpg','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Pause"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/progress',1795364405865731);
INSERT INTO "prompts" VALUES('1rdsX6m2Fsf5czsMxKHH2A','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Pause"}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Cancel"}}]','nPW1UDa4CfZfqsaW/progress',1795364405884607);
INSERT INTO "prompts" VALUES('8weccegFzDnvrUY2wcMJlg','["X-i5zw83rXrdxATU"]','[{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"nPW1UDa4CfZfqsaW","act":"Revise"}}]','nPW1UDa4CfZfqsaW/report1',1795364405912768);
INSERT INTO "prompts" VALUES('wqPDpi7G2aTctaDxoegFYQ','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Pause"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/progress',1795364407379305);
INSERT INTO "prompts" VALUES('WD0MnTkNUGAVcAoNoovk1A','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Pause"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/progress',1795364407429810);
INSERT INTO "prompts" VALUES('usuHuFEmi7ewYnhQUR02LA','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"DecideOther":{"decision":"d1"}}}}]','PJTHmKBPs1XwbPt8/d1',1795364407442964);
INSERT INTO "prompts" VALUES('UkVukA_XttuvREeyww4MVg','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Pause"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/progress',1795364407442964);
INSERT INTO "prompts" VALUES('PzXsTb2pbxqvCyM225Xbog','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Pause"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/progress',1795364409565226);
INSERT INTO "prompts" VALUES('aAxLqcFGLNHZnbWB8jdkkQ','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Pause"}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Cancel"}}]','PJTHmKBPs1XwbPt8/progress',1795364409631761);
INSERT INTO "prompts" VALUES('aC-k4ChzMLOZe612Ll0iQg','["GvghSwohSH-cT1VR"]','[{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"PJTHmKBPs1XwbPt8","act":"Revise"}}]','PJTHmKBPs1XwbPt8/report1',1795364409667023);
INSERT INTO "prompts" VALUES('VMziIWKpOxPzadm4Br6aFw','["CLlunTCSwiw3MEFw"]','[{"OnSchedule":{"schedule":"JT4XOuw-j6mVXmln","act":"Edit"}},{"OnSchedule":{"schedule":"JT4XOuw-j6mVXmln","act":{"Delete":{"listed":false}}}}]','schedule/JT4XOuw-j6mVXmln/card',1795364411171556);
INSERT INTO "prompts" VALUES('gpzYAfvDLqrj85JvdEDzfw','["lHubRIoP5gSAWtG2"]','[{"OnTicket":{"ticket":"Hcfzy4zaje_BuE1L","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"Hcfzy4zaje_BuE1L","act":"Edit"}},{"OnTicket":{"ticket":"Hcfzy4zaje_BuE1L","act":"Cancel"}}]','Hcfzy4zaje_BuE1L/card',1795364417262867);
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
INSERT INTO "rooms" VALUES('GvghSwohSH-cT1VR','main','telegram','123456','41','','direct',0,'telegram-41',NULL,NULL,'{"id":"GvghSwohSH-cT1VR","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-41","thread_of":null}');
INSERT INTO "rooms" VALUES('lHubRIoP5gSAWtG2','main','telegram','123456','42','','direct',0,'telegram-42',NULL,NULL,'{"id":"lHubRIoP5gSAWtG2","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-42","thread_of":null}');
INSERT INTO "rooms" VALUES('CLlunTCSwiw3MEFw','main','telegram','123456','43','','direct',0,'telegram-43',NULL,NULL,'{"id":"CLlunTCSwiw3MEFw","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-43","thread_of":null}');
INSERT INTO "rooms" VALUES('X-i5zw83rXrdxATU','main','discord','1100000000000000001','1574097121823424512','','direct',0,'discord-700000000000000051',NULL,NULL,'{"id":"X-i5zw83rXrdxATU","workspace":"main","place":{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424512","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"discord-700000000000000051","thread_of":null}');
INSERT INTO "rooms" VALUES('EqGU3fQSrVksW4lB','main','discord','1100000000000000001','1574097121823424513','','direct',0,'discord-700000000000000052',NULL,NULL,'{"id":"EqGU3fQSrVksW4lB","workspace":"main","place":{"platform":"discord","bot":"1100000000000000001","chat":"1574097121823424513","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"discord-700000000000000052","thread_of":null}');
CREATE TABLE schedules (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "schedules" VALUES('JT4XOuw-j6mVXmln','main',1,'telegram-43','{"id":"JT4XOuw-j6mVXmln","workspace":"main","number":1,"owner":"telegram-43","room":"CLlunTCSwiw3MEFw","duty":{"Remind":"feed zwyxfgqplj"},"rule":{"kind":"once","at":"2026-11-22T16:20:51.171556935Z"},"zone":"UTC","paused":false,"next_at":"2026-11-22T16:20:51.171556935Z","snoozed_to":null,"covered_to":"2026-11-22T16:20:11.171556935Z","fired":0,"assumed":false,"answers":{}}');
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
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',0,1795364405719706,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwrrrfpkoj\",\"title\":\"list zwrrrfpkoj\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":10}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',1,1795364405728105,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwrrrfpkoj\",\"title\":\"list zwrrrfpkoj\"}","id":"call_1","name":"write_note"},"kind":"call","repetition":"Keyed"}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',2,1795364405743644,'{"failed":false,"kind":"result","text":"Added to the note “list zwrrrfpkoj”.","took":51}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',3,1795364405770547,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwrrrfpkoj\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":27}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',4,1795364405771726,'{"call":{"arguments":"{\"text\":\"progzwrrrfpkoj\"}","id":"call00001","name":"report_progress"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',5,1795364405773148,'{"failed":false,"kind":"result","text":"Noted.","took":2}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',6,1795364405804425,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwrrrfpkoj\"},{\"impact\":\"costs the same\",\"label\":\"optbzwrrrfpkoj\"}],\"question\":\"Which one, askzwrrrfpkoj?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":31}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',7,1795364405805545,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwrrrfpkoj\"},{\"impact\":\"costs the same\",\"label\":\"optbzwrrrfpkoj\"}],\"question\":\"Which one, askzwrrrfpkoj?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',8,1795364405875727,'{"failed":false,"kind":"result","text":"The person decided: optazwrrrfpkoj","took":0}');
INSERT INTO "steps" VALUES('nPW1UDa4CfZfqsaW/t1/2/1',9,1795364405880949,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwrrrfpkoj.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":4}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',0,1795364407398881,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwwewhuyvb\",\"title\":\"list zwwewhuyvb\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":13}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',1,1795364407403908,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwwewhuyvb\",\"title\":\"list zwwewhuyvb\"}","id":"call_1","name":"write_note"},"kind":"call","repetition":"Keyed"}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',2,1795364407408278,'{"failed":false,"kind":"result","text":"Added to the note “list zwwewhuyvb”.","took":9}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',3,1795364407424588,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwwewhuyvb\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":16}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',4,1795364407425854,'{"call":{"arguments":"{\"text\":\"progzwwewhuyvb\"}","id":"call00001","name":"report_progress"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',5,1795364407427333,'{"failed":false,"kind":"result","text":"Noted.","took":2}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',6,1795364407440414,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwwewhuyvb\"},{\"impact\":\"costs the same\",\"label\":\"optbzwwewhuyvb\"}],\"question\":\"Which one, askzwwewhuyvb?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":10}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',7,1795364407441496,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwwewhuyvb\"},{\"impact\":\"costs the same\",\"label\":\"optbzwwewhuyvb\"}],\"question\":\"Which one, askzwwewhuyvb?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',8,1795364409615384,'{"failed":false,"kind":"result","text":"The person decided: optazwwewhuyvb","took":0}');
INSERT INTO "steps" VALUES('PJTHmKBPs1XwbPt8/t1/2/1',9,1795364409628216,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwwewhuyvb.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":13}');
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
INSERT INTO "tickets" VALUES('PJTHmKBPs1XwbPt8','main',1,'telegram-41','GvghSwohSH-cT1VR',1,'done',2,1795364405129704,1795364409667023,1795364409565226,0,'{"id":"PJTHmKBPs1XwbPt8","workspace":"main","number":1,"requester":"telegram-41","requester_name":"Person 0","room":"GvghSwohSH-cT1VR","direct":true,"unread_files":false,"idea":"compare three offers for the zwwewhuyvb project and tell me what to take","title":"compare three offers for the zwwewhuyvb project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwwewhuyvb","summary":"Compare three offers for zwwewhuyvb.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwwewhuyvb.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"PJTHmKBPs1XwbPt8/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwwewhuyvb.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"PJTHmKBPs1XwbPt8/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwwewhuyvb?","kind":"Other","why":"Both would do.","options":[{"label":"optazwwewhuyvb","impact":"costs the same","pros":"","cons":""},{"label":"optbzwwewhuyvb","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"usuHuFEmi7ewYnhQUR02LA","rooms":["GvghSwohSH-cT1VR"],"asked_at":"2026-11-22T16:20:07.442964739Z","remind_at":"2026-11-22T18:00:00Z","state":{"Made":{"option":0,"text":"optazwwewhuyvb","by":"telegram-41","name":"Person 0","platform":"telegram","at":"2026-11-22T16:20:09.565226808Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwwewhuyvb.\n\n- A costs 14\n- C costs 12","at":"2026-11-22T16:20:09.667023551Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"aC-k4ChzMLOZe612Ll0iQg","shown":{"PJTHmKBPs1XwbPt8/card":["GvghSwohSH-cT1VR"],"PJTHmKBPs1XwbPt8/d1":["GvghSwohSH-cT1VR"],"PJTHmKBPs1XwbPt8/progress":["GvghSwohSH-cT1VR"],"PJTHmKBPs1XwbPt8/receipt":["GvghSwohSH-cT1VR"],"PJTHmKBPs1XwbPt8/report1":["GvghSwohSH-cT1VR"]},"asked":2,"created_at":"2026-11-22T16:20:05.129704403Z","updated_at":"2026-11-22T16:20:09.667023551Z","started_at":"2026-11-22T16:20:07.379305632Z","version":9}',0);
INSERT INTO "tickets" VALUES('nPW1UDa4CfZfqsaW','main',2,'discord-700000000000000051','X-i5zw83rXrdxATU',1,'done',2,1795364405187915,1795364405912768,1795364405865731,0,'{"id":"nPW1UDa4CfZfqsaW","workspace":"main","number":2,"requester":"discord-700000000000000051","requester_name":"Somebody 0","room":"X-i5zw83rXrdxATU","direct":true,"unread_files":false,"idea":"compare three offers for the zwrrrfpkoj project and tell me what to take","title":"compare three offers for the zwrrrfpkoj project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwrrrfpkoj","summary":"Compare three offers for zwrrrfpkoj.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwrrrfpkoj.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"nPW1UDa4CfZfqsaW/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwrrrfpkoj.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"nPW1UDa4CfZfqsaW/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwrrrfpkoj?","kind":"Other","why":"Both would do.","options":[{"label":"optazwrrrfpkoj","impact":"costs the same","pros":"","cons":""},{"label":"optbzwrrrfpkoj","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"smRpAvMDxEUjSsz9-iX83w","rooms":["X-i5zw83rXrdxATU"],"asked_at":"2026-11-22T16:20:05.807136840Z","remind_at":"2026-11-22T18:00:00Z","state":{"Made":{"option":0,"text":"optazwrrrfpkoj","by":"discord-700000000000000051","name":"Somebody 0","platform":"discord","at":"2026-11-22T16:20:05.865731403Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwrrrfpkoj.\n\n- A costs 14\n- C costs 12","at":"2026-11-22T16:20:05.912768639Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"8weccegFzDnvrUY2wcMJlg","shown":{"nPW1UDa4CfZfqsaW/card":["X-i5zw83rXrdxATU"],"nPW1UDa4CfZfqsaW/d1":["X-i5zw83rXrdxATU"],"nPW1UDa4CfZfqsaW/progress":["X-i5zw83rXrdxATU"],"nPW1UDa4CfZfqsaW/receipt":["X-i5zw83rXrdxATU"],"nPW1UDa4CfZfqsaW/report1":["X-i5zw83rXrdxATU"]},"asked":2,"created_at":"2026-11-22T16:20:05.187915970Z","updated_at":"2026-11-22T16:20:05.912768639Z","started_at":"2026-11-22T16:20:05.659191341Z","version":9}',0);
INSERT INTO "tickets" VALUES('rpewEoOn20rxyJmz','main',3,'telegram-42','lHubRIoP5gSAWtG2',1,'cancelled',2,1795364405216251,1795364405523695,NULL,1,'{"id":"rpewEoOn20rxyJmz","workspace":"main","number":3,"requester":"telegram-42","requester_name":"Person 1","room":"lHubRIoP5gSAWtG2","direct":true,"unread_files":false,"idea":"tell me shortly what the zwffvwmmtq project is about","title":"tell me shortly what the zwffvwmmtq project is about","priority":"Medium","stage":{"Closed":"Folded"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"","summary":"","done_when":[],"due":"","effort":"","resources":[],"assumptions":[]},"tasks":[],"replanned":[],"decisions":[],"files":[],"reports":[],"usage":{"calls":1,"tokens_in":900,"tokens_out":120},"waiting":null,"doing":"","beside":null,"token":null,"shown":{"rpewEoOn20rxyJmz/receipt":["lHubRIoP5gSAWtG2"],"rpewEoOn20rxyJmz/reply":["lHubRIoP5gSAWtG2"]},"asked":1,"created_at":"2026-11-22T16:20:05.216251602Z","updated_at":"2026-11-22T16:20:05.523695851Z","started_at":null,"version":2}',0);
INSERT INTO "tickets" VALUES('Hcfzy4zaje_BuE1L','main',4,'telegram-42','lHubRIoP5gSAWtG2',1,'confirming',2,1795364417147470,1795364417262867,NULL,0,'{"id":"Hcfzy4zaje_BuE1L","workspace":"main","number":4,"requester":"telegram-42","requester_name":"Person 1","room":"lHubRIoP5gSAWtG2","direct":true,"unread_files":false,"idea":"compare three offers for the zwomsyynal project and tell me what to take","title":"compare three offers for the zwomsyynal project and tell me what to take","priority":"Medium","stage":"Confirming","paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwomsyynal","summary":"Compare three offers for zwomsyynal.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwomsyynal.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Pending","agent":"planner","chosen":"","fitting":[],"attempts":0,"restarts":0,"run":null,"extended":0,"told":0,"spent":{"calls":0,"tokens_in":0,"tokens_out":0},"used":0,"result":"","failure":null,"left_out":false}],"replanned":[],"decisions":[],"files":[],"reports":[],"usage":{"calls":1,"tokens_in":900,"tokens_out":120},"waiting":null,"doing":"","beside":null,"token":"gpzYAfvDLqrj85JvdEDzfw","shown":{"Hcfzy4zaje_BuE1L/card":["lHubRIoP5gSAWtG2"],"Hcfzy4zaje_BuE1L/receipt":["lHubRIoP5gSAWtG2"]},"asked":1,"created_at":"2026-11-22T16:20:17.147470121Z","updated_at":"2026-11-22T16:20:17.262867124Z","started_at":null,"version":2}',0);
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
CREATE INDEX leases_holder ON leases (holder);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('inbox',32);
INSERT INTO "sqlite_sequence" VALUES('outbox',55);
COMMIT;
