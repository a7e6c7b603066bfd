-- due zwjxxksmaq Telegram(43)
-- kept zwdobspeqv zwgexwawvv zwnkxnmfkw
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'spine','2026-11-24 02:56:38',1,X'3dcf66af5383625bfd0c715bf6b8f4a8ccf33b37ed1728c1fb6401b50bc534d031d30cd40525f8c984176ff22759e09a',28313276);
INSERT INTO _sqlx_migrations VALUES(2,'begun','2026-11-24 02:56:38',1,X'a4bcf5999c295ead14afe036f8cfe3395c12cc54c8b42c195201d163a4f3be9f7a177ae9056d7353adb2a6768a7ca735',9048794);
INSERT INTO _sqlx_migrations VALUES(3,'newest prompts','2026-11-24 02:56:38',1,X'9ee28748fb93409008152a0eb1f4bb4f2818447156f4c412ba3b77f5373c66389927fffc4b5b418ef2b41678026976bd',950411);
INSERT INTO _sqlx_migrations VALUES(4,'note changes','2026-11-24 02:56:38',1,X'0072c2d123152feeaeafef4ab5192b2c49efa4ecf747e812670e79ae21b70e60f1759f6a0884702737d339f50f2f2aab',1623891);
INSERT INTO _sqlx_migrations VALUES(5,'open decisions','2026-11-24 02:56:38',1,X'e9055efeb141021a4bb056e70ac1a8f6216d03af04c95b72dff5af99fffd1036b5eaf2c545f3fd836cc68da4e1b0cf46',5291656);
INSERT INTO _sqlx_migrations VALUES(6,'note owners','2026-11-24 02:56:38',1,X'e44fda3bcaac6f38a6732aad0322da79fa989517bd0cd4dd321b60e2c300ca9438ccfa81192ecdbeab6b61cb51ad6e38',14640948);
INSERT INTO _sqlx_migrations VALUES(7,'views','2026-11-24 02:56:38',1,X'cb1643eaecadbfbf4b5077fe3dc899e3194abd9944e02812f5dcd650e917adc862e6053d4045c0a0e475de0d2a7143e7',10917820);
INSERT INTO _sqlx_migrations VALUES(8,'processes','2026-11-24 02:56:38',1,X'a201e161d8b9823ea5deecc1db99066f65a937bb67ff155c3fa36743bd2ef3d74807c65438f8276c3416eb60e92bb85d',5495749);
INSERT INTO _sqlx_migrations VALUES(9,'files','2026-11-24 02:56:38',1,X'ea4931dda488b49d89301cf73bc8931589a32555078aa3fb7e03642b3172ded0eca85c6156cb9dec1357161eebbe42aa',4256379);
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
INSERT INTO inbox VALUES(1,'self','','start/1795488998540055','',X'0ceef6944f97c040f1e93f121f200a51ce2c2d3a902f5d9efb77c976d52c09bc','done',0,1795488998540055,1795488998633265,'{"Decided":null}',0);
INSERT INTO inbox VALUES(2,'self','','back/1795488998540055','',X'e5cc85d361e7079b158e9a21e73d574156164620c803dafbc8c5e8ad8df596db','done',0,1795488998540055,1795488998634891,'{"Decided":null}',0);
INSERT INTO inbox VALUES(3,'telegram','123456','m41/1/464176df03d10f0bea36f81e516dbdd8','',X'b2ccee331b9bf5aaa81874d255ad0e4106e41d61bb720d6ee5e89d3b311501cb','done',0,1795488998612687,1795488998646862,'{"Decided":null}',0);
INSERT INTO inbox VALUES(4,'telegram','123456','m42/2/2937cae4a0bc99bbbff7024a26e15c72','',X'12ff9723d58ee3b8a048d7f83505aed8f33a0bbb2cc9e2dc334f80db73bf82eb','done',0,1795488998612687,1795488998658147,'{"Decided":null}',0);
INSERT INTO inbox VALUES(5,'telegram','123456','m43/3/75175389f1867be1cb1aec93920f9838','',X'1724bff2245cb4aeb73474c4f093a94679d53fd5f1c666a26931427b49b78cd1','done',0,1795488998612687,1795488998663075,'{"Decided":null}',0);
INSERT INTO inbox VALUES(6,'telegram','123456','m41/7/949490b9bb579a501b0b75d83bc17cae','',X'f3ae64001e0ba28431a02b70bc2700459f746f962d34a202f1753a94c375f67f','done',0,1795488998690802,1795488998713387,'{"Decided":null}',0);
INSERT INTO inbox VALUES(7,'telegram','123456','m42/8/fabeaadee0c8effd1120bed258d46718','',X'f8a5f18e7802abed6e5a1463f0aa3f3a195f898b177327aed60f51637891d28a','done',0,1795488998690802,1795488998719133,'{"Decided":null}',0);
INSERT INTO inbox VALUES(8,'telegram','123456','m43/9/418af8d893d1d377300c08695006aa59','',X'51e8a839717077d9c363b598a6868602191b4c96f86f716fffb234952624ef45','done',0,1795488998690802,1795488998727763,'{"Decided":null}',0);
INSERT INTO inbox VALUES(9,'telegram','123456','m43/10/08ac17aa95af213a93190be262de9bff','',X'34d5f22653cae78f8a1664e32440cbbb157e12eba35ddf7d3ad45c4481a6c9a2','done',0,1795488998690802,1795488998741473,'{"Decided":null}',0);
INSERT INTO inbox VALUES(10,'self','','e8.1/0','',X'b495e3f315ffe7b16a5b63ad6224c090716f828e552514d3ad848f55d4a60085','done',0,1795488998762793,1795488998765604,'{"Decided":null}',0);
INSERT INTO inbox VALUES(11,'self','','e6.1/0','',X'6f4ec06b68eb097c789c1274e5afc1ab2e2eec07a4f1734c7ec890d7d6eafa77','done',0,1795488998765216,1795488998793260,'{"Decided":null}',0);
INSERT INTO inbox VALUES(12,'self','','e7.1/0','',X'a41286955d8e00e57f4486229fdcae5bae58edde0319f08d21c558b12104fa8f','done',0,1795488998769791,1795488998797801,'{"Decided":null}',0);
INSERT INTO inbox VALUES(13,'telegram','123456','q4000000000','',X'b78b1ccef632fcf52d54a59f3b48477d9b2861623a9311c83da5fc126a38a9e4','done',0,1795489000930180,1795489000946963,'{"Decided":"Started."}',0);
INSERT INTO inbox VALUES(14,'telegram','123456','q4000000001','',X'87a34cc98f8407050b1af328abab5bfb3b4fd50bd41543f3880da634e67b07b6','done',0,1795489000930180,1795489000957993,'{"Decided":"Started."}',0);
INSERT INTO inbox VALUES(15,'self','','progress/rYr3M6E2bkBgj80O','',X'18d974ba5512de381d3b36c20613c32d199a8a54ded00584db9fbe0e8b8aba15','done',0,1795489000974845,1795489000978269,'{"Decided":null}',0);
INSERT INTO inbox VALUES(16,'self','','progress/QOp8mjfgZB6qs95P','',X'd7c06e7c4fdf0173d7c93b4e4c1206a9a390c70ecec686e12c43a89aca09c3db','done',0,1795489000981073,1795489000994897,'{"Decided":null}',0);
INSERT INTO inbox VALUES(17,'self','','progress/QYCzFyAOr0CP9Gjf','',X'c2b903547a4190123bb0f6b74ad27958a84d07bd22ddb8ca70ffeb18d21ab695','done',0,1795489001069519,1795489001072589,'{"Decided":null}',0);
INSERT INTO inbox VALUES(18,'self','','progress/IPZYgRAmqrvswg_e','',X'14c56b4251ac9f74cc3fa24ba31e63f1a254eb98c22db705b0d3171765048f30','done',0,1795489001069975,1795489001076872,'{"Decided":null}',0);
INSERT INTO inbox VALUES(19,'self','','e13.2/0','',X'1a0b87dd85c5ee7f5cb8785e54b6190ce490f1101544daf5a02cc8939637632d','done',0,1795489001081343,1795489001089412,'{"Decided":null}',0);
INSERT INTO inbox VALUES(20,'self','','e14.2/0','',X'4c5464c3deb8ee42da5246166d9476514159c1610d7b0ae04a6916fceb00d30b','done',0,1795489001083969,1795489001091736,'{"Decided":null}',0);
INSERT INTO inbox VALUES(21,'telegram','123456','q4000000002','',X'648c7ee7c341ee6491f624463de1c2074649e563754687ddef4d7e9fb2616d9a','done',0,1795489002017003,1795489002020188,'{"Decided":"Started."}',0);
INSERT INTO inbox VALUES(22,'self','','progress/a8drIJtveIPF5Fv5','',X'482d81992e59852f3c6d5c3f14adf8bf612354c920c90984ab932e9f0d1dbefe','done',0,1795489002031259,1795489002034902,'{"Decided":null}',0);
INSERT INTO inbox VALUES(23,'self','','progress/MfSqXW9Lb5gHbF6I','',X'3cb369120ed6168107a452a043a3675791f34385b044ee1708ee2bbf6783a82f','done',0,1795489002050609,1795489002062497,'{"Decided":null}',0);
INSERT INTO inbox VALUES(24,'self','','e21.2/0','',X'88dede0d4a68736ff9b9f52ce91d5ccfdc85c13c3a5da2eb9a11fc41bf26e220','done',0,1795489002073598,1795489002086357,'{"Decided":null}',0);
INSERT INTO inbox VALUES(25,'telegram','123456','q4000000003','',X'09ebe48b4ac63bedd860d4fc2dd16e813dd3682cfd25f308044f533d40426f7b','done',0,1795489003102003,1795489003106583,'{"Decided":"✔ optazwgexwawvv"}',0);
INSERT INTO inbox VALUES(26,'self','','e25.2/0','',X'6f72ef67b6260c82690648be7e19c57ab6ddca73dc506cbfbc245a0a1bd3198c','done',0,1795489003116896,1795489003126747,'{"Decided":null}',0);
INSERT INTO inbox VALUES(27,'self','','e26.0/0','',X'6f323a2cd0290a75486f45e4d118da35c48f873ad637e35b9c1e3fcfe88f6525','done',0,1795489003143722,1795489003151986,'{"Decided":null}',0);
INSERT INTO inbox VALUES(28,'telegram','123456','q4000000004','',X'e840eb4b4518b16162a76ff17927dd092803d535c3e397f383beec7519cb2004','done',0,1795489003153274,1795489003165459,'{"Decided":"✔ optazwdobspeqv"}',0);
INSERT INTO inbox VALUES(29,'self','','e28.2/0','',X'26b9e6ef57fe9460c849e0c5acfb666e381d038dec6d120c3daa948cc4a15263','done',0,1795489003182326,1795489003184114,'{"Decided":null}',0);
INSERT INTO inbox VALUES(30,'self','','e29.0/0','',X'a1b51d6a15dc606937469720014ae65962aef5ab8f433566e30e26a34cc6ff32','done',0,1795489003187310,1795489003188560,'{"Decided":null}',0);
INSERT INTO inbox VALUES(31,'telegram','123456','q4000000005','',X'e816fe31922a68a70ee6e48e76e9f40de0150e73a6ea6a15fab5d469fd8a14b2','done',0,1795489004239444,1795489004241698,'{"Decided":"✔ optbzwnkxnmfkw"}',0);
INSERT INTO inbox VALUES(32,'self','','e31.2/0','',X'278db71f855c54d6550975f439be0619ae55e6fefadebed2a3c2140cd0078653','done',0,1795489004251474,1795489004253792,'{"Decided":null}',0);
INSERT INTO inbox VALUES(33,'self','','e32.0/0','',X'22ef928f134983b9365a6c0437e3de247f337813ab0e3f1d99afb0cf66941581','done',0,1795489004260328,1795489004261581,'{"Decided":null}',0);
CREATE TABLE guesses (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    wrong INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
CREATE TABLE strangers (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
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
INSERT INTO outbox VALUES(1,'e3.0','room/naxRUff1yt6jYRIa',NULL,1795488998635399,'done',0,0,0,0,1795488998635399,1795488998673676,NULL,'re/3/0','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(2,'e4.0','room/1utAzy-sTKLHfW-M',NULL,1795488998649135,'done',0,0,0,0,1795488998649135,1795488998671857,NULL,'re/4/0','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(3,'e5.0','room/mj3nC7PzYK3KCszk',NULL,1795488998658326,'done',0,0,0,0,1795488998658326,1795488998668569,NULL,'re/5/0','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(4,'e6.0','room/naxRUff1yt6jYRIa','I588Fbj-FuVOrQSh',1795488999772320,'done',0,0,0,0,1795488998693003,1795488999780271,NULL,'I588Fbj-FuVOrQSh/receipt','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(5,'e6.1','model/I588Fbj-FuVOrQSh','I588Fbj-FuVOrQSh',1795488998693003,'done',0,0,0,0,1795488998693003,1795488998765216,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(6,'e7.0','room/1utAzy-sTKLHfW-M','ClSx4m7z4-GgzHp0',1795488999769372,'done',0,0,0,0,1795488998713717,1795488999772316,NULL,'ClSx4m7z4-GgzHp0/receipt','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(7,'e7.1','model/ClSx4m7z4-GgzHp0','ClSx4m7z4-GgzHp0',1795488998713717,'done',0,0,0,0,1795488998713717,1795488998769791,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(8,'e8.0','room/mj3nC7PzYK3KCszk','fJctNPGLtwPMoE8n',1795488999767265,'done',0,0,0,0,1795488998719176,1795488999771930,NULL,'fJctNPGLtwPMoE8n/receipt','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(9,'e8.1','model/fJctNPGLtwPMoE8n','fJctNPGLtwPMoE8n',1795488998719176,'done',0,0,0,0,1795488998719176,1795488998762793,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(10,'e9.0','schedule/eSuZrJ5EsqSGVzZb',NULL,1795489898727833,'due',1,0,0,0,1795488998727833,1795488998727833,NULL,NULL,NULL,'{"WakeSchedule":{"schedule":"eSuZrJ5EsqSGVzZb"}}',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(11,'e9.1','room/mj3nC7PzYK3KCszk',NULL,1795489000867265,'done',0,0,0,0,1795488998727833,1795489000879222,NULL,'schedule/eSuZrJ5EsqSGVzZb/card','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(12,'e10.0','room/mj3nC7PzYK3KCszk','fJctNPGLtwPMoE8n',1795489001967265,'done',0,0,0,0,1795488998764047,1795489001978520,NULL,'fJctNPGLtwPMoE8n/card','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(13,'e11.0','room/naxRUff1yt6jYRIa','I588Fbj-FuVOrQSh',1795489000879768,'done',0,1,0,0,1795488998785778,1795489000906548,NULL,'I588Fbj-FuVOrQSh/card','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(14,'e12.0','room/1utAzy-sTKLHfW-M','ClSx4m7z4-GgzHp0',1795489000869372,'done',0,0,0,0,1795488998795436,1795489000878439,NULL,'ClSx4m7z4-GgzHp0/card','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(15,'e13.0','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/card','ClSx4m7z4-GgzHp0',1795489000933795,'done',0,0,0,0,1795489000933795,1795489000973687,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(16,'e13.1','timer/ClSx4m7z4-GgzHp0/stalled/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489600933795,'dropped',0,0,0,0,1795489000933795,1795489000933795,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(17,'e13.2','run/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489000933795,'done',0,0,0,0,1795489000933795,1795489001081343,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(18,'e13.3','room/1utAzy-sTKLHfW-M','ClSx4m7z4-GgzHp0',1795489001977819,'done',0,0,0,0,1795489000933795,1795489001986662,NULL,'ClSx4m7z4-GgzHp0/progress','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(19,'e14.0','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/card','I588Fbj-FuVOrQSh',1795489000947023,'done',0,0,0,0,1795489000947023,1795489000980598,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(20,'e14.1','timer/I588Fbj-FuVOrQSh/stalled/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489600947023,'dropped',0,0,0,0,1795489000947023,1795489000947023,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(21,'e14.2','run/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489000947023,'done',0,0,0,0,1795489000947023,1795489001083969,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(22,'e14.3','room/naxRUff1yt6jYRIa','I588Fbj-FuVOrQSh',1795489002002099,'done',0,0,0,0,1795489000947023,1795489002007633,NULL,'I588Fbj-FuVOrQSh/progress','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(23,'e15.0','timer/ClSx4m7z4-GgzHp0/stalled/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489600977731,'dropped',0,0,0,0,1795489000977731,1795489000977731,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(24,'e16.0','timer/I588Fbj-FuVOrQSh/stalled/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489600994353,'dropped',0,0,0,0,1795489000994353,1795489000994353,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(25,'e17.0','timer/ClSx4m7z4-GgzHp0/stalled/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489601071784,'dropped',0,0,0,0,1795489001071784,1795489001071784,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(26,'e17.1','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/progress','ClSx4m7z4-GgzHp0',1795489001380789,'dropped',0,1,0,0,1795489001071784,1795489001080791,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(27,'e18.0','timer/I588Fbj-FuVOrQSh/stalled/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489601073076,'dropped',0,0,0,0,1795489001073076,1795489001073076,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(28,'e18.1','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/progress','I588Fbj-FuVOrQSh',1795489001380666,'dropped',0,1,0,0,1795489001073076,1795489001080673,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(29,'e19.0','room/1utAzy-sTKLHfW-M','ClSx4m7z4-GgzHp0',1795489003085867,'done',0,1,0,0,1795489001084111,1795489003091083,NULL,'ClSx4m7z4-GgzHp0/d1','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(30,'e19.1','timer/ClSx4m7z4-GgzHp0/decision/d1','ClSx4m7z4-GgzHp0',1795543200000000,'dropped',0,0,0,0,1795489001084111,1795489001084111,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(31,'e19.2','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/progress','ClSx4m7z4-GgzHp0',1795489001989420,'done',0,2,0,0,1795489001084111,1795489001991545,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(32,'e20.0','room/naxRUff1yt6jYRIa','I588Fbj-FuVOrQSh',1795489003102099,'done',0,0,0,0,1795489001090954,1795489003111472,NULL,'I588Fbj-FuVOrQSh/d1','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(33,'e20.1','timer/I588Fbj-FuVOrQSh/decision/d1','I588Fbj-FuVOrQSh',1795543200000000,'dropped',0,0,0,0,1795489001090954,1795489001090954,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(34,'e20.2','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/progress','I588Fbj-FuVOrQSh',1795489002007938,'done',0,3,0,0,1795489001090954,1795489002018269,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(35,'e21.0','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/card','fJctNPGLtwPMoE8n',1795489002019297,'done',0,0,0,0,1795489002019297,1795489002035962,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(36,'e21.1','timer/fJctNPGLtwPMoE8n/stalled/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489602019297,'dropped',0,0,0,0,1795489002019297,1795489002019297,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(37,'e21.2','run/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489002019297,'done',0,0,0,0,1795489002019297,1795489002073598,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(38,'e21.3','room/mj3nC7PzYK3KCszk','fJctNPGLtwPMoE8n',1795489003077807,'done',0,0,0,0,1795489002019297,1795489003082857,NULL,'fJctNPGLtwPMoE8n/progress','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(39,'e22.0','timer/fJctNPGLtwPMoE8n/stalled/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489602034354,'dropped',0,0,0,0,1795489002034354,1795489002034354,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(40,'e23.0','timer/fJctNPGLtwPMoE8n/stalled/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489602061756,'dropped',0,0,0,0,1795489002061756,1795489002061756,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(41,'e23.1','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/progress','fJctNPGLtwPMoE8n',1795489002368664,'dropped',0,1,0,0,1795489002061756,1795489002068673,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(42,'e24.0','room/mj3nC7PzYK3KCszk','fJctNPGLtwPMoE8n',1795489004177807,'done',0,0,0,0,1795489002078388,1795489004194091,NULL,'fJctNPGLtwPMoE8n/d1','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(43,'e24.1','timer/fJctNPGLtwPMoE8n/decision/d1','fJctNPGLtwPMoE8n',1795543200000000,'dropped',0,0,0,0,1795489002078388,1795489002078388,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(44,'e24.2','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/progress','fJctNPGLtwPMoE8n',1795489003083067,'done',0,3,0,0,1795489002078388,1795489003084762,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(45,'e25.0','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/d1','ClSx4m7z4-GgzHp0',1795489003105351,'done',0,0,0,0,1795489003105351,1795489003113741,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(46,'e25.1','timer/ClSx4m7z4-GgzHp0/stalled/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489603105351,'dropped',0,0,0,0,1795489003105351,1795489003105351,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(47,'e25.2','run/ClSx4m7z4-GgzHp0/t1/2/1','ClSx4m7z4-GgzHp0',1795489003105351,'done',0,0,0,0,1795489003105351,1795489003116896,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(48,'e25.3','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/progress','ClSx4m7z4-GgzHp0',1795489004991533,'dropped',0,0,0,0,1795489003105351,1795489003105351,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(49,'e26.0','model/ClSx4m7z4-GgzHp0','ClSx4m7z4-GgzHp0',1795489003118029,'done',0,0,0,0,1795489003118029,1795489003143722,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(50,'e26.1','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/progress','ClSx4m7z4-GgzHp0',1795489004991533,'dropped',0,0,0,0,1795489003118029,1795489003118029,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(51,'e27.0','room/1utAzy-sTKLHfW-M','ClSx4m7z4-GgzHp0',1795489004190600,'done',0,0,0,0,1795489003149855,1795489004196012,NULL,'ClSx4m7z4-GgzHp0/report1','1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(52,'e27.1','edit/1utAzy-sTKLHfW-M/ClSx4m7z4-GgzHp0/progress','ClSx4m7z4-GgzHp0',1795489003149855,'done',0,0,0,0,1795489003149855,1795489003175950,NULL,NULL,'1utAzy-sTKLHfW-M','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(53,'e28.0','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/d1','I588Fbj-FuVOrQSh',1795489003164189,'done',0,0,0,0,1795489003164189,1795489003177852,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(54,'e28.1','timer/I588Fbj-FuVOrQSh/stalled/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489603164189,'dropped',0,0,0,0,1795489003164189,1795489003164189,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(55,'e28.2','run/I588Fbj-FuVOrQSh/t1/2/1','I588Fbj-FuVOrQSh',1795489003164189,'done',0,0,0,0,1795489003164189,1795489003182326,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(56,'e28.3','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/progress','I588Fbj-FuVOrQSh',1795489005018222,'dropped',0,0,0,0,1795489003164189,1795489003164189,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(57,'e29.0','model/I588Fbj-FuVOrQSh','I588Fbj-FuVOrQSh',1795489003182982,'done',0,0,0,0,1795489003182982,1795489003187310,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(58,'e29.1','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/progress','I588Fbj-FuVOrQSh',1795489005018222,'dropped',0,0,0,0,1795489003182982,1795489003182982,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(59,'e30.0','room/naxRUff1yt6jYRIa','I588Fbj-FuVOrQSh',1795489004208939,'done',0,0,0,0,1795489003187934,1795489004222756,NULL,'I588Fbj-FuVOrQSh/report1','naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(60,'e30.1','edit/naxRUff1yt6jYRIa/I588Fbj-FuVOrQSh/progress','I588Fbj-FuVOrQSh',1795489003187934,'done',0,0,0,0,1795489003187934,1795489003190509,NULL,NULL,'naxRUff1yt6jYRIa','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(61,'e31.0','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/d1','fJctNPGLtwPMoE8n',1795489004240508,'done',0,0,0,0,1795489004240508,1795489004244994,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(62,'e31.1','timer/fJctNPGLtwPMoE8n/stalled/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489604240508,'dropped',0,0,0,0,1795489004240508,1795489004240508,NULL,NULL,NULL,'',NULL,0,NULL,'scheduler');
INSERT INTO outbox VALUES(63,'e31.2','run/fJctNPGLtwPMoE8n/t1/2/1','fJctNPGLtwPMoE8n',1795489004240508,'done',0,0,0,0,1795489004240508,1795489004251474,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(64,'e31.3','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/progress','fJctNPGLtwPMoE8n',1795489006084755,'dropped',0,0,0,0,1795489004240508,1795489004240508,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(65,'e32.0','model/fJctNPGLtwPMoE8n','fJctNPGLtwPMoE8n',1795489004252222,'done',0,0,0,0,1795489004252222,1795489004260328,NULL,NULL,NULL,'',NULL,0,NULL,'worker');
INSERT INTO outbox VALUES(66,'e32.1','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/progress','fJctNPGLtwPMoE8n',1795489006084755,'dropped',0,0,0,0,1795489004252222,1795489004252222,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(67,'e33.0','room/mj3nC7PzYK3KCszk','fJctNPGLtwPMoE8n',1795489005292832,'done',0,0,0,0,1795489004260876,1795489005298097,NULL,'fJctNPGLtwPMoE8n/report1','mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
INSERT INTO outbox VALUES(68,'e33.1','edit/mj3nC7PzYK3KCszk/fJctNPGLtwPMoE8n/progress','fJctNPGLtwPMoE8n',1795489004260876,'done',0,0,0,0,1795489004260876,1795489004263279,NULL,NULL,'mj3nC7PzYK3KCszk','',NULL,0,NULL,'telegram');
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
INSERT INTO tickets VALUES('I588Fbj-FuVOrQSh','main',1,'telegram-41','naxRUff1yt6jYRIa',1,'done',2,1795488998693003,1795489003187934,1795489003164189,0,'{"id":"I588Fbj-FuVOrQSh","workspace":"main","number":1,"requester":"telegram-41","requester_name":"Person 0","room":"naxRUff1yt6jYRIa","direct":true,"unread_files":false,"idea":"compare three offers for the zwdobspeqv project and tell me what to take","title":"compare three offers for the zwdobspeqv project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwdobspeqv","summary":"Compare three offers for zwdobspeqv.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwdobspeqv.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"I588Fbj-FuVOrQSh/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwdobspeqv.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"I588Fbj-FuVOrQSh/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwdobspeqv?","kind":"Other","why":"Both would do.","options":[{"label":"optazwdobspeqv","impact":"costs the same","pros":"","cons":""},{"label":"optbzwdobspeqv","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"-o6zy3B7hp-1vtgEFWBWRA","rooms":["naxRUff1yt6jYRIa"],"asked_at":"2026-11-24T02:56:41.090954902Z","remind_at":"2026-11-24T18:00:00Z","state":{"Made":{"option":0,"text":"optazwdobspeqv","by":"telegram-41","name":"Person 0","platform":"telegram","at":"2026-11-24T02:56:43.164189562Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwdobspeqv.\n\n- A costs 14\n- C costs 12","at":"2026-11-24T02:56:43.187934937Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"i-HGJOcLoBKBtm18HnAP5Q","shown":{"I588Fbj-FuVOrQSh/card":["naxRUff1yt6jYRIa"],"I588Fbj-FuVOrQSh/d1":["naxRUff1yt6jYRIa"],"I588Fbj-FuVOrQSh/progress":["naxRUff1yt6jYRIa"],"I588Fbj-FuVOrQSh/receipt":["naxRUff1yt6jYRIa"],"I588Fbj-FuVOrQSh/report1":["naxRUff1yt6jYRIa"]},"asked":2,"created_at":"2026-11-24T02:56:38.693003768Z","updated_at":"2026-11-24T02:56:43.187934937Z","started_at":"2026-11-24T02:56:40.947023999Z","version":9}',0);
INSERT INTO tickets VALUES('ClSx4m7z4-GgzHp0','main',2,'telegram-42','1utAzy-sTKLHfW-M',1,'done',2,1795488998713717,1795489003149855,1795489003105351,0,'{"id":"ClSx4m7z4-GgzHp0","workspace":"main","number":2,"requester":"telegram-42","requester_name":"Person 1","room":"1utAzy-sTKLHfW-M","direct":true,"unread_files":false,"idea":"compare three offers for the zwgexwawvv project and tell me what to take","title":"compare three offers for the zwgexwawvv project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwgexwawvv","summary":"Compare three offers for zwgexwawvv.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwgexwawvv.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"ClSx4m7z4-GgzHp0/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwgexwawvv.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"ClSx4m7z4-GgzHp0/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwgexwawvv?","kind":"Other","why":"Both would do.","options":[{"label":"optazwgexwawvv","impact":"costs the same","pros":"","cons":""},{"label":"optbzwgexwawvv","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"DuOSLLDY6zAwY8-FNdwtOg","rooms":["1utAzy-sTKLHfW-M"],"asked_at":"2026-11-24T02:56:41.084111561Z","remind_at":"2026-11-24T18:00:00Z","state":{"Made":{"option":0,"text":"optazwgexwawvv","by":"telegram-42","name":"Person 1","platform":"telegram","at":"2026-11-24T02:56:43.105351055Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwgexwawvv.\n\n- A costs 14\n- C costs 12","at":"2026-11-24T02:56:43.149855020Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"vRPFTY0jzFv_7gEKD1WuUg","shown":{"ClSx4m7z4-GgzHp0/card":["1utAzy-sTKLHfW-M"],"ClSx4m7z4-GgzHp0/d1":["1utAzy-sTKLHfW-M"],"ClSx4m7z4-GgzHp0/progress":["1utAzy-sTKLHfW-M"],"ClSx4m7z4-GgzHp0/receipt":["1utAzy-sTKLHfW-M"],"ClSx4m7z4-GgzHp0/report1":["1utAzy-sTKLHfW-M"]},"asked":2,"created_at":"2026-11-24T02:56:38.713717571Z","updated_at":"2026-11-24T02:56:43.149855020Z","started_at":"2026-11-24T02:56:40.933795208Z","version":9}',0);
INSERT INTO tickets VALUES('fJctNPGLtwPMoE8n','main',3,'telegram-43','mj3nC7PzYK3KCszk',1,'done',2,1795488998719176,1795489004260876,1795489004240508,0,'{"id":"fJctNPGLtwPMoE8n","workspace":"main","number":3,"requester":"telegram-43","requester_name":"Person 2","room":"mj3nC7PzYK3KCszk","direct":true,"unread_files":false,"idea":"compare three offers for the zwnkxnmfkw project and tell me what to take","title":"compare three offers for the zwnkxnmfkw project and tell me what to take","priority":"Medium","stage":{"Closed":"Done"},"paused":false,"hold":{"alone":false,"since":null,"rested_s":0,"stop":null,"cancelled":null},"rounds":[],"edits":[],"additions":[],"curious":false,"insists":false,"taken_back":0,"requirement":{"title":"Offers for zwnkxnmfkw","summary":"Compare three offers for zwnkxnmfkw.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwnkxnmfkw.","pinned":"planner","in_turn":false,"reads_only":false,"capabilities":["planning"],"needs":[],"state":"Completed","agent":"planner","chosen":"","fitting":[],"attempts":1,"restarts":0,"run":"fJctNPGLtwPMoE8n/t1/2/1","extended":0,"told":0,"spent":{"calls":4,"tokens_in":2800,"tokens_out":240},"used":1,"result":"C fits best for zwnkxnmfkw.","failure":null,"left_out":false}],"replanned":[],"decisions":[{"key":"d1","task":"t1","run":"fJctNPGLtwPMoE8n/t1/2/1","step":7,"subject":"Work","asked":{"question":"Which one, askzwnkxnmfkw?","kind":"Other","why":"Both would do.","options":[{"label":"optazwnkxnmfkw","impact":"costs the same","pros":"","cons":""},{"label":"optbzwnkxnmfkw","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"token":"ZOWViD4uY_q4FtlYZmRwEA","rooms":["mj3nC7PzYK3KCszk"],"asked_at":"2026-11-24T02:56:42.078388394Z","remind_at":"2026-11-24T18:00:00Z","state":{"Made":{"option":1,"text":"optbzwnkxnmfkw","by":"telegram-43","name":"Person 2","platform":"telegram","at":"2026-11-24T02:56:44.240508462Z"}},"overdue":false,"reopened":false,"comments":[]}],"files":[],"reports":[{"text":"Take offer C, repzwnkxnmfkw.\n\n- A costs 14\n- C costs 12","at":"2026-11-24T02:56:44.260876492Z","rated":null}],"usage":{"calls":6,"tokens_in":4100,"tokens_out":440},"waiting":null,"doing":"writing the report","beside":null,"token":"nW0nVL-fxvl-YLpHagXkbw","shown":{"fJctNPGLtwPMoE8n/card":["mj3nC7PzYK3KCszk"],"fJctNPGLtwPMoE8n/d1":["mj3nC7PzYK3KCszk"],"fJctNPGLtwPMoE8n/progress":["mj3nC7PzYK3KCszk"],"fJctNPGLtwPMoE8n/receipt":["mj3nC7PzYK3KCszk"],"fJctNPGLtwPMoE8n/report1":["mj3nC7PzYK3KCszk"]},"asked":2,"created_at":"2026-11-24T02:56:38.719176606Z","updated_at":"2026-11-24T02:56:44.260876492Z","started_at":"2026-11-24T02:56:42.019297482Z","version":9}',0);
CREATE TABLE events (
    ticket TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (ticket, version)
) STRICT;
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',1,1795488998693003,'telegram-41','"IdeaReceived"');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',1,1795488998713717,'telegram-42','"IdeaReceived"');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',1,1795488998719176,'telegram-43','"IdeaReceived"');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',2,1795488998764047,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwnkxnmfkw","summary":"Compare three offers for zwnkxnmfkw.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwnkxnmfkw.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',2,1795488998785778,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwdobspeqv","summary":"Compare three offers for zwdobspeqv.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwdobspeqv.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',2,1795488998795436,NULL,'{"TriageFinished":{"asked":1,"triage":{"kind":"idea","reply":"","questions":[],"requirement":{"title":"Offers for zwgexwawvv","summary":"Compare three offers for zwgexwawvv.","done_when":["one recommendation"],"due":"today","effort":"","resources":[],"assumptions":[]},"tasks":[{"key":"t1","title":"Compare","instruction":"Compare the offers for zwgexwawvv.","agent":"planner","capabilities":["planning"],"needs":[]}],"risk":0.2,"beyond":null},"usage":{"calls":1,"tokens_in":900,"tokens_out":120}}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',3,1795489000933795,'telegram-42','"Confirmed"');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',3,1795489000947023,'telegram-41','"Confirmed"');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',4,1795489000977731,NULL,'{"TaskProgressed":{"task":"t1","run":"ClSx4m7z4-GgzHp0/t1/2/1","line":""}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',4,1795489000994353,NULL,'{"TaskProgressed":{"task":"t1","run":"I588Fbj-FuVOrQSh/t1/2/1","line":""}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',5,1795489001071784,NULL,'{"TaskProgressed":{"task":"t1","run":"ClSx4m7z4-GgzHp0/t1/2/1","line":"progzwgexwawvv"}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',5,1795489001073076,NULL,'{"TaskProgressed":{"task":"t1","run":"I588Fbj-FuVOrQSh/t1/2/1","line":"progzwdobspeqv"}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',6,1795489001084111,NULL,'{"DecisionAsked":{"task":"t1","run":"ClSx4m7z4-GgzHp0/t1/2/1","step":7,"asked":{"question":"Which one, askzwgexwawvv?","kind":"Other","why":"Both would do.","options":[{"label":"optazwgexwawvv","impact":"costs the same","pros":"","cons":""},{"label":"optbzwgexwawvv","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',6,1795489001090954,NULL,'{"DecisionAsked":{"task":"t1","run":"I588Fbj-FuVOrQSh/t1/2/1","step":7,"asked":{"question":"Which one, askzwdobspeqv?","kind":"Other","why":"Both would do.","options":[{"label":"optazwdobspeqv","impact":"costs the same","pros":"","cons":""},{"label":"optbzwdobspeqv","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',3,1795489002019297,'telegram-43','"Confirmed"');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',4,1795489002034354,NULL,'{"TaskProgressed":{"task":"t1","run":"fJctNPGLtwPMoE8n/t1/2/1","line":""}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',5,1795489002061756,NULL,'{"TaskProgressed":{"task":"t1","run":"fJctNPGLtwPMoE8n/t1/2/1","line":"progzwnkxnmfkw"}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',6,1795489002078388,NULL,'{"DecisionAsked":{"task":"t1","run":"fJctNPGLtwPMoE8n/t1/2/1","step":7,"asked":{"question":"Which one, askzwnkxnmfkw?","kind":"Other","why":"Both would do.","options":[{"label":"optazwnkxnmfkw","impact":"costs the same","pros":"","cons":""},{"label":"optbzwnkxnmfkw","impact":"costs the same","pros":"","cons":""}],"recommended":0,"reason":"it is first","deadline":null},"usage":{"calls":3,"tokens_in":2100,"tokens_out":180}}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',7,1795489003105351,'telegram-42','{"DecisionMade":{"decision":"d1","option":0,"text":null}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',8,1795489003118029,NULL,'{"TaskFinished":{"task":"t1","run":"ClSx4m7z4-GgzHp0/t1/2/1","result":"C fits best for zwgexwawvv.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO events VALUES('ClSx4m7z4-GgzHp0',9,1795489003149855,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwgexwawvv.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',7,1795489003164189,'telegram-41','{"DecisionMade":{"decision":"d1","option":0,"text":null}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',8,1795489003182982,NULL,'{"TaskFinished":{"task":"t1","run":"I588Fbj-FuVOrQSh/t1/2/1","result":"C fits best for zwdobspeqv.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO events VALUES('I588Fbj-FuVOrQSh',9,1795489003187934,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwdobspeqv.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',7,1795489004240508,'telegram-43','{"DecisionMade":{"decision":"d1","option":1,"text":null}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',8,1795489004252222,NULL,'{"TaskFinished":{"task":"t1","run":"fJctNPGLtwPMoE8n/t1/2/1","result":"C fits best for zwnkxnmfkw.","heard":0,"used":1,"files":[],"usage":{"calls":4,"tokens_in":2800,"tokens_out":240}}}');
INSERT INTO events VALUES('fJctNPGLtwPMoE8n',9,1795489004260876,NULL,'{"ReportFinished":{"asked":2,"text":"Take offer C, repzwnkxnmfkw.\n\n- A costs 14\n- C costs 12","usage":{"calls":1,"tokens_in":400,"tokens_out":80}}}');
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
CREATE TABLE counters (
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (workspace, name)
) STRICT;
INSERT INTO counters VALUES('main','ticket',3);
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
) STRICT;
INSERT INTO people VALUES('telegram-41','main',0,'{"id":"telegram-41","workspace":"main","name":"Person 0","role":"Owner","accounts":[{"platform":"telegram","user":"41"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-24T02:56:38.540055993Z"}');
INSERT INTO people VALUES('telegram-42','main',0,'{"id":"telegram-42","workspace":"main","name":"Person 1","role":"Owner","accounts":[{"platform":"telegram","user":"42"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-24T02:56:38.540055993Z"}');
INSERT INTO people VALUES('telegram-43','main',0,'{"id":"telegram-43","workspace":"main","name":"Person 2","role":"Owner","accounts":[{"platform":"telegram","user":"43"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-24T02:56:38.540055993Z"}');
INSERT INTO people VALUES('web-local','main',0,'{"id":"web-local","workspace":"main","name":"Owner","role":"Owner","accounts":[{"platform":"web","user":"local"}],"zone":null,"zone_talk":"Quiet","language":null,"joined_at":"2026-11-24T02:56:38.540055993Z"}');
CREATE TABLE accounts (
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (platform, account)
) STRICT;
INSERT INTO accounts VALUES('web','local','web-local',0);
INSERT INTO accounts VALUES('telegram','41','telegram-41',0);
INSERT INTO accounts VALUES('telegram','42','telegram-42',0);
INSERT INTO accounts VALUES('telegram','43','telegram-43',0);
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
INSERT INTO rooms VALUES('naxRUff1yt6jYRIa','main','telegram','123456','41','','direct',0,'telegram-41',NULL,NULL,'{"id":"naxRUff1yt6jYRIa","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-41","thread_of":null}');
INSERT INTO rooms VALUES('1utAzy-sTKLHfW-M','main','telegram','123456','42','','direct',0,'telegram-42',NULL,NULL,'{"id":"1utAzy-sTKLHfW-M","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-42","thread_of":null}');
INSERT INTO rooms VALUES('mj3nC7PzYK3KCszk','main','telegram','123456','43','','direct',0,'telegram-43',NULL,NULL,'{"id":"mj3nC7PzYK3KCszk","workspace":"main","place":{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null},"purposes":{"intake":true,"every_message":false,"decisions":false,"reports":false,"goes_on":false,"intake_said":false,"goes_on_said":false},"closed":false,"person":"telegram-43","thread_of":null}');
CREATE TABLE settings (
    workspace TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
INSERT INTO settings VALUES('main','{"workspace":"main","auto_clarify":true,"auto_dispatch":true,"paused":false,"zone":"UTC","zone_chosen":false,"language":"en","last_in_turn":"","language_chosen":false}');
CREATE TABLE codes (
    workspace TEXT NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (workspace, position)
) STRICT;
CREATE TABLE schedules (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO schedules VALUES('eSuZrJ5EsqSGVzZb','main',1,'telegram-43','{"id":"eSuZrJ5EsqSGVzZb","workspace":"main","number":1,"owner":"telegram-43","room":"mj3nC7PzYK3KCszk","duty":{"Remind":"feed zwjxxksmaq"},"rule":{"kind":"once","at":"2026-11-24T03:11:38.727833629Z"},"zone":"UTC","paused":false,"next_at":"2026-11-24T03:11:38.727833629Z","snoozed_to":null,"covered_to":"2026-11-24T02:56:38.727833629Z","fired":0,"assumed":false,"answers":{}}');
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
INSERT INTO posts VALUES('re/5/0','mj3nC7PzYK3KCszk',0,'telegram','123456','43','4',1795488998668534,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('re/4/0','1utAzy-sTKLHfW-M',0,'telegram','123456','42','5',1795488998671812,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('re/3/0','naxRUff1yt6jYRIa',0,'telegram','123456','41','6',1795488998673654,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/idea','naxRUff1yt6jYRIa',0,'telegram','123456','41','7',1795488998693003,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/idea','1utAzy-sTKLHfW-M',0,'telegram','123456','42','8',1795488998713717,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/idea','mj3nC7PzYK3KCszk',0,'telegram','123456','43','9',1795488998719176,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/receipt','mj3nC7PzYK3KCszk',0,'telegram','123456','43','12',1795488999771892,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/receipt','1utAzy-sTKLHfW-M',0,'telegram','123456','42','11',1795488999772301,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/receipt','naxRUff1yt6jYRIa',0,'telegram','123456','41','13',1795488999780245,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/card','1utAzy-sTKLHfW-M',0,'telegram','123456','42','15',1795489000973675,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('schedule/eSuZrJ5EsqSGVzZb/card','mj3nC7PzYK3KCszk',0,'telegram','123456','43','14',1795489000879172,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/card','naxRUff1yt6jYRIa',0,'telegram','123456','41','16',1795489000978763,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/card','mj3nC7PzYK3KCszk',0,'telegram','123456','43','17',1795489002035953,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/progress','1utAzy-sTKLHfW-M',0,'telegram','123456','42','18',1795489003175938,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/progress','naxRUff1yt6jYRIa',0,'telegram','123456','41','19',1795489003190503,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/progress','mj3nC7PzYK3KCszk',0,'telegram','123456','43','20',1795489004263271,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/d1','1utAzy-sTKLHfW-M',0,'telegram','123456','42','21',1795489003113732,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/d1','naxRUff1yt6jYRIa',0,'telegram','123456','41','22',1795489003177844,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/d1','mj3nC7PzYK3KCszk',0,'telegram','123456','43','23',1795489004244985,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('ClSx4m7z4-GgzHp0/report1','1utAzy-sTKLHfW-M',0,'telegram','123456','42','24',1795489004195986,'{"platform":"telegram","bot":"123456","chat":"42","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('I588Fbj-FuVOrQSh/report1','naxRUff1yt6jYRIa',0,'telegram','123456','41','25',1795489004222718,'{"platform":"telegram","bot":"123456","chat":"41","thread":null,"kind":"Direct","title":null}');
INSERT INTO posts VALUES('fJctNPGLtwPMoE8n/report1','mj3nC7PzYK3KCszk',0,'telegram','123456','43','26',1795489005298058,'{"platform":"telegram","bot":"123456","chat":"43","thread":null,"kind":"Direct","title":null}');
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
CREATE TABLE prompts (
    token TEXT PRIMARY KEY,
    rooms TEXT NOT NULL,
    actions TEXT NOT NULL,
    slot TEXT,
    bound_at INTEGER NOT NULL
) STRICT;
INSERT INTO prompts VALUES('hxiNLPqJMeXdVYIUsTROhg','["mj3nC7PzYK3KCszk"]','[{"OnSchedule":{"schedule":"eSuZrJ5EsqSGVzZb","act":"Edit"}},{"OnSchedule":{"schedule":"eSuZrJ5EsqSGVzZb","act":{"Delete":{"listed":false}}}}]','schedule/eSuZrJ5EsqSGVzZb/card',1795488998727833);
INSERT INTO prompts VALUES('x7EAuUtzJU3WO6OY6D1OTw','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Edit"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/card',1795488998764047);
INSERT INTO prompts VALUES('x8z1RZISvkulQ9IAFg5-cw','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Edit"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/card',1795488998785778);
INSERT INTO prompts VALUES('Bi_fV9ptE7DHNtFNyY-YKA','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"Start":{"card":0}}}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Edit"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/card',1795488998795436);
INSERT INTO prompts VALUES('qXWoVbKw4V2hrCg0EEmLOQ','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Pause"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/progress',1795489000933795);
INSERT INTO prompts VALUES('SJUBxWC1KpFmAYYbuLTUdw','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Pause"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/progress',1795489000947023);
INSERT INTO prompts VALUES('ClOFgvMW9HRjxgOgLB9uzQ','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Pause"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/progress',1795489001071784);
INSERT INTO prompts VALUES('sqsvicWqwGGh5-FIQ6yqPQ','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Pause"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/progress',1795489001073076);
INSERT INTO prompts VALUES('DuOSLLDY6zAwY8-FNdwtOg','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"DecideOther":{"decision":"d1"}}}}]','ClSx4m7z4-GgzHp0/d1',1795489001084111);
INSERT INTO prompts VALUES('T0KJgHqyGTErPBsSRThFwA','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Pause"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/progress',1795489001084111);
INSERT INTO prompts VALUES('-o6zy3B7hp-1vtgEFWBWRA','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"DecideOther":{"decision":"d1"}}}}]','I588Fbj-FuVOrQSh/d1',1795489001090954);
INSERT INTO prompts VALUES('f62Pv0CaMwx9ACN-1wh_dw','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Pause"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/progress',1795489001090954);
INSERT INTO prompts VALUES('nmdwCmgZ7r-50PgM6Lvpig','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Pause"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/progress',1795489002019297);
INSERT INTO prompts VALUES('x0IYYMgILT8tUAyprp80ww','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Pause"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/progress',1795489002061756);
INSERT INTO prompts VALUES('ZOWViD4uY_q4FtlYZmRwEA','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"Decide":{"decision":"d1","option":0}}}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"Decide":{"decision":"d1","option":1}}}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"DecideOther":{"decision":"d1"}}}}]','fJctNPGLtwPMoE8n/d1',1795489002078388);
INSERT INTO prompts VALUES('wP9BYWFlxXSf-NCv_0Gr4w','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Pause"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/progress',1795489002078388);
INSERT INTO prompts VALUES('wXJhyP5pQs1ZwKQ2In-S2Q','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Pause"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/progress',1795489003105351);
INSERT INTO prompts VALUES('1DkZDqsFSU-sFaXllu11LA','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Pause"}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Cancel"}}]','ClSx4m7z4-GgzHp0/progress',1795489003118029);
INSERT INTO prompts VALUES('vRPFTY0jzFv_7gEKD1WuUg','["1utAzy-sTKLHfW-M"]','[{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"ClSx4m7z4-GgzHp0","act":"Revise"}}]','ClSx4m7z4-GgzHp0/report1',1795489003149855);
INSERT INTO prompts VALUES('nHwhQeHtqq62B4OK0jDH0w','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Pause"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/progress',1795489003164189);
INSERT INTO prompts VALUES('BT_M4HsFoR9UnVhnOMSsxw','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Pause"}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Cancel"}}]','I588Fbj-FuVOrQSh/progress',1795489003182982);
INSERT INTO prompts VALUES('i-HGJOcLoBKBtm18HnAP5Q','["naxRUff1yt6jYRIa"]','[{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"I588Fbj-FuVOrQSh","act":"Revise"}}]','I588Fbj-FuVOrQSh/report1',1795489003187934);
INSERT INTO prompts VALUES('Ej-QugSO_wJUs78XkjfDDA','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Pause"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/progress',1795489004240508);
INSERT INTO prompts VALUES('r8FfujlXzHeV1W80hrevVg','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Pause"}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Cancel"}}]','fJctNPGLtwPMoE8n/progress',1795489004252222);
INSERT INTO prompts VALUES('nW0nVL-fxvl-YLpHagXkbw','["mj3nC7PzYK3KCszk"]','[{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"Rate":{"good":true}}}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":{"Rate":{"good":false}}}},{"OnTicket":{"ticket":"fJctNPGLtwPMoE8n","act":"Revise"}}]','fJctNPGLtwPMoE8n/report1',1795489004260876);
CREATE TABLE expects (
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    action TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (room, person)
) STRICT;
INSERT INTO expects VALUES('mj3nC7PzYK3KCszk','telegram-43','{"OnSchedule":{"schedule":"eSuZrJ5EsqSGVzZb","act":"Amend"}}',1795488998727833);
CREATE TABLE steps (
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT;
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',0,1795489000990026,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwgexwawvv\",\"title\":\"list zwgexwawvv\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":3}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',1,1795489000995986,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwgexwawvv\",\"title\":\"list zwgexwawvv\"}","id":"call_1","name":"write_note"},"kind":"call","repetition":"Keyed"}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',0,1795489000996623,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwdobspeqv\",\"title\":\"list zwdobspeqv\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":18}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',1,1795489001006215,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwdobspeqv\",\"title\":\"list zwdobspeqv\"}","id":"call_1","name":"write_note"},"kind":"call","repetition":"Keyed"}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',2,1795489001007049,'{"failed":false,"kind":"result","text":"Added to the note “list zwgexwawvv”.","took":28}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',2,1795489001008900,'{"failed":false,"kind":"result","text":"Added to the note “list zwdobspeqv”.","took":15}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',3,1795489001026685,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwgexwawvv\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":7}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',3,1795489001044460,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwdobspeqv\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":19}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',4,1795489001054470,'{"call":{"arguments":"{\"text\":\"progzwgexwawvv\"}","id":"call00001","name":"report_progress"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',4,1795489001068787,'{"call":{"arguments":"{\"text\":\"progzwdobspeqv\"}","id":"call00001","name":"report_progress"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',5,1795489001070383,'{"failed":false,"kind":"result","text":"Noted.","took":56}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',5,1795489001077774,'{"failed":false,"kind":"result","text":"Noted.","took":41}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',6,1795489001078957,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwgexwawvv\"},{\"impact\":\"costs the same\",\"label\":\"optbzwgexwawvv\"}],\"question\":\"Which one, askzwgexwawvv?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":3}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',7,1795489001080821,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwgexwawvv\"},{\"impact\":\"costs the same\",\"label\":\"optbzwgexwawvv\"}],\"question\":\"Which one, askzwgexwawvv?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',6,1795489001081483,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwdobspeqv\"},{\"impact\":\"costs the same\",\"label\":\"optbzwdobspeqv\"}],\"question\":\"Which one, askzwdobspeqv?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":9}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',7,1795489001083504,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwdobspeqv\"},{\"impact\":\"costs the same\",\"label\":\"optbzwdobspeqv\"}],\"question\":\"Which one, askzwdobspeqv?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',0,1795489002037608,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"append\":true,\"text\":\"notezwnkxnmfkw\",\"title\":\"list zwnkxnmfkw\"}","id":"call_1","name":"write_note"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":4}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',1,1795489002038959,'{"call":{"arguments":"{\"append\":true,\"text\":\"notezwnkxnmfkw\",\"title\":\"list zwnkxnmfkw\"}","id":"call_1","name":"write_note"},"kind":"call","repetition":"Keyed"}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',2,1795489002039985,'{"failed":false,"kind":"result","text":"Added to the note “list zwnkxnmfkw”.","took":3}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',3,1795489002049402,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"text\":\"progzwnkxnmfkw\"}","id":"call00001","name":"report_progress"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":5}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',4,1795489002050124,'{"call":{"arguments":"{\"text\":\"progzwnkxnmfkw\"}","id":"call00001","name":"report_progress"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',5,1795489002053742,'{"failed":false,"kind":"result","text":"Noted.","took":8}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',6,1795489002063367,'{"heard":0,"kind":"reply","reply":{"calls":[{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwnkxnmfkw\"},{\"impact\":\"costs the same\",\"label\":\"optbzwnkxnmfkw\"}],\"question\":\"Which one, askzwnkxnmfkw?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"}],"text":"","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":8}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',7,1795489002068754,'{"call":{"arguments":"{\"options\":[{\"impact\":\"costs the same\",\"label\":\"optazwnkxnmfkw\"},{\"impact\":\"costs the same\",\"label\":\"optbzwnkxnmfkw\"}],\"question\":\"Which one, askzwnkxnmfkw?\",\"reason\":\"it is first\",\"recommended\":0,\"why\":\"Both would do.\"}","id":"call00002","name":"ask_decision"},"kind":"call","repetition":"Idempotent"}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',8,1795489003110528,'{"failed":false,"kind":"result","text":"The person decided: optazwgexwawvv","took":0}');
INSERT INTO steps VALUES('ClSx4m7z4-GgzHp0/t1/2/1',9,1795489003116485,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwgexwawvv.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":5}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',8,1795489003179395,'{"failed":false,"kind":"result","text":"The person decided: optazwdobspeqv","took":0}');
INSERT INTO steps VALUES('I588Fbj-FuVOrQSh/t1/2/1',9,1795489003181836,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwdobspeqv.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":3}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',8,1795489004244080,'{"failed":false,"kind":"result","text":"The person decided: optbzwnkxnmfkw","took":0}');
INSERT INTO steps VALUES('fJctNPGLtwPMoE8n/t1/2/1',9,1795489004250926,'{"heard":0,"kind":"reply","reply":{"calls":[],"text":"C fits best for zwnkxnmfkw.","usage":{"calls":1,"tokens_in":700,"tokens_out":60}},"took":6}');
CREATE TABLE note_appends (
    workspace TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (workspace, key)
) STRICT;
INSERT INTO note_appends VALUES('main','ClSx4m7z4-GgzHp0/t1/2/1#1');
INSERT INTO note_appends VALUES('main','agents/d641bdbaba628d33620c9170c681e71daaa2639532544c8cb7d0a52052d00ffc');
INSERT INTO note_appends VALUES('main','I588Fbj-FuVOrQSh/t1/2/1#1');
INSERT INTO note_appends VALUES('main','agents/d41937d5498b25941655826fd5217379bcb8a3b81a11b24dfdd3c71a6964f6fa');
INSERT INTO note_appends VALUES('main','fJctNPGLtwPMoE8n/t1/2/1#1');
INSERT INTO note_appends VALUES('main','agents/9f61a27e442cd5b78329b9cd7233b0d0c27f26a18faed5f4631d51a343612e7f');
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
INSERT INTO marks VALUES('telegram.123456.offset','1003 1795488998');
CREATE TABLE web_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL UNIQUE,
    key TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE agent_records (
    agent  TEXT PRIMARY KEY,
    done   INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    good   INTEGER NOT NULL,
    bad    INTEGER NOT NULL
) STRICT;
INSERT INTO agent_records VALUES('planner',3,0,0,0);
CREATE TABLE note_changes (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS "notes" (
    workspace TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (workspace, owner, key)
) STRICT;
INSERT INTO notes VALUES('main','telegram-42','list zwgexwawvv','list zwgexwawvv',1795489000996507,'notezwgexwawvv',replace('list zwgexwawvv\nnotezwgexwawvv','\n',char(10)));
INSERT INTO notes VALUES('main','telegram-41','list zwdobspeqv','list zwdobspeqv',1795489001006828,'notezwdobspeqv',replace('list zwdobspeqv\nnotezwdobspeqv','\n',char(10)));
INSERT INTO notes VALUES('main','telegram-43','list zwnkxnmfkw','list zwnkxnmfkw',1795489002039361,'notezwnkxnmfkw',replace('list zwnkxnmfkw\nnotezwnkxnmfkw','\n',char(10)));
CREATE TABLE views (
    slot TEXT NOT NULL,
    room TEXT NOT NULL,
    ticket TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (slot, room, ticket)
) STRICT;
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE TABLE files (
    home TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (home, path)
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('inbox',33);
INSERT INTO sqlite_sequence VALUES('outbox',68);
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
COMMIT;
