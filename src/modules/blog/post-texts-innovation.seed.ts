/** Contents of the starter posts in the category Innovation, by slug. One block element a line. */
export const innovationTexts = {
  'passkeys-in-practice': `<p>A passkey replaces the password with a pair of keys. The private half stays on your phone, laptop or security key; the public half lies with the website. To sign in, the site sends a fresh challenge, your device signs it after you have shown your face, finger or PIN, and the site checks the signature. No secret crosses the network, and so there is none to steal.</p>
<h2>Why it resists phishing</h2>
<p>The device remembers for which address a key was made. On a copied page under another address, it simply does not offer it. A tired person on a Friday afternoon cannot be talked into handing over what the device will not give. Codes from a text message do not have that property, since they can be typed into any page.</p>
<h2>Two kinds</h2>
<ul>
<li><strong>Synchronised passkeys</strong> travel with the account of a phone or a password manager. A new phone has them at once. You trust that account and its recovery.</li>
<li><strong>Device-bound passkeys</strong> live on one security key and cannot be copied. They suit administrators, who should have two each.</li>
</ul>
<h2>Introducing them in a company</h2>
<ol>
<li>Start with the sign-in service that all applications share. One change covers them all.</li>
<li>Let people add a passkey while they are signed in anyway, and show them how in five minutes at their own desk.</li>
<li>Ask everyone for two: one on the device they use daily and one elsewhere.</li>
<li>After some weeks, require them for administrators. Later, for all.</li>
</ol>
<h2>The hard part is recovery</h2>
<p>People lose phones. If the way back is an e-mail with a link, then attackers will go through the e-mail, and all the strength is wasted. Decide how a person proves who they are: in front of a colleague who knows them, or on a video call with their manager, followed by a temporary code that is valid for an hour. Write it down and let the help desk practise it, including the sentence for refusing a caller who presses.</p>
<h2>What still gets in the way</h2>
<p>Shared computers without accounts, older applications that know only a password, and browsers inside other apps. Keep a list of them. It is the same list that stands in the way of single sign-on, so the effort pays twice.</p>`,

  'office-network-in-version-control': `<p>Ask who changed the firewall last March, and why, and you will usually get a shrug. Program code has had a good answer to this for decades: every change has an author, a date, a reason and a way back. We wanted the same for the network of an ordinary office, without turning it into a research project.</p>
<h2>The smallest useful step</h2>
<p>Export the configuration of each device every night and commit it to a repository. No automation of changes, only a record. From the first week you can see what moved:</p>
<pre><code>-  rule 40 allow 10.20.0.0/16 -&gt; 10.10.5.12 port 3389
+  rule 40 allow 10.20.4.7/32 -&gt; 10.10.5.12 port 3389</code></pre>
<p>Remove passwords and keys before the commit, and keep the repository as private as the devices themselves. When the night's export differs and nobody has announced a change, the on-call person gets a message. That alone has been worth the effort.</p>
<h2>The second step: describe the intent</h2>
<p>A configuration file says <em>what</em>. We added a plain table that says <em>why</em>: each network with its purpose, each allowed path between networks with an owner and a review date. A short script compares the table with the exported rules and lists those that nobody claims. In an older installation this list is long, and working through it is the best cleaning you can do.</p>
<h2>The third step: generate</h2>
<p>Only then did we begin to generate parts from the table: addresses, names, the port settings of switches. Changes are made in the table, reviewed by a colleague and applied by a job that shows the difference first. We left some things out on purpose. The firewall's own upgrade and everything that could cut off our access are done by hand, by two people, with one of them on site.</p>
<h2>What we learned</h2>
<ul>
<li>Start by reading. Writing can wait for months, and the benefit is there from the first commit.</li>
<li>Pick dull formats. A table that the client's own staff can read survives a change of provider.</li>
<li>Practise the way back. We replace a switch with a spare from the shelf once a year, configured from the repository alone.</li>
<li>Leave a printed copy of the most important page on site. When the network is down, so is the repository.</li>
</ul>`,

  'sensors-in-the-server-cupboard': `<p>Few small offices have a server room. They have a cupboard, shared with cleaning supplies and the heating pipe. The equipment inside watches itself closely and knows nothing about its surroundings. Some inexpensive sensors close that gap, and it makes a pleasant project for two afternoons.</p>
<h2>What to watch</h2>
<ul>
<li><strong>Temperature</strong>, in two places: where the air enters the equipment and under the ceiling. The difference tells you if the air moves at all.</li>
<li><strong>Water</strong>, with a flat sensor on the floor below pipes and the cooling unit.</li>
<li><strong>The door</strong>, with a simple contact. Unplanned visits explain many a loose plug.</li>
<li><strong>Mains power</strong>, reported by the battery unit over the network. Ask for its self-test results as well.</li>
</ul>
<h2>How to connect it</h2>
<p>Buy sensors that can be read locally and need no account with their maker. We use wired ones where possible, because a battery in a door sensor will be empty in the week when it counts. The readings go into the same monitoring that watches the servers, in a network segment that has no route to anything else.</p>
<p>Think about the path of the alarm. If the cupboard loses power, so do the switch and the internet line, and the alarm with them. A small modem with its own battery solves this. A cheaper way is a check from outside that notices the silence.</p>
<h2>Thresholds that do not cry wolf</h2>
<p>Collect two weeks of readings before setting a limit. A cupboard has a daily rhythm and a hot afternoon in July. We alert on two conditions: a fixed ceiling that the makers of the equipment name, and a rise that is faster than anything in the recorded weeks. The second one finds a stopped fan an hour before the first.</p>
<p>Every alarm says what to do. <em>Cupboard at 34 degrees, rising. Open the door, check the fan on the left wall, call building services on extension 30.</em> The first person to arrive may be the one who makes the tea.</p>
<h2>An unexpected use</h2>
<p>After some months, the curves started discussions that had nothing to do with IT. The heating pipe runs at full power on weekends, it turned out, in an empty building.</p>`,

  'forms-that-work-in-a-basement': `<p>The engineers of a maintenance company inspect lifts. They stand in shafts and machine rooms, wear gloves, and have no reception. Their inspection form was a web page. So they wrote on paper and typed it in at home in the evening, and the web page held what they remembered.</p>
<p>We were asked for an app. After two days in basements we proposed something smaller: the same web page, made so that it does not need the network while it is being filled in.</p>
<h2>How it works</h2>
<p>When the engineer opens the day's list at breakfast, the browser stores the page, the list and the details of each lift on the phone. From then on, everything is saved locally first. Every tick and every remark goes into a small database in the browser the moment it is made. There is no save button, because a save button can be forgotten.</p>
<p>As soon as there is a connection, a queue sends what has been gathered, oldest first. Each entry carries an identifier made on the phone, so that sending twice does no harm. Photographs travel last and one by one, since they are large and the text is what the office waits for.</p>
<h2>What people see</h2>
<p>We spent more time on one line of text than on the queue:</p>
<blockquote><p>3 inspections on this phone, not yet sent. They will be sent when you are back online.</p></blockquote>
<p>Without that line, people do not trust it, and they go on writing on paper to be safe. The line changes to <em>All sent at 14:12</em>, and it means that the server has confirmed it.</p>
<h2>Conflicts</h2>
<p>Two people seldom inspect the same lift, but the office may correct an address meanwhile. We merge by field. If the same field was changed on both sides, both values are kept and the office is asked. In a field test over several weeks this question came up so rarely that a simple screen is enough.</p>
<h2>What surprised us</h2>
<p>Phones throw away a website's data if they run short of space, unless the page has asked for it to be kept. Clocks on phones can be wrong, so the order of entries must not depend on them. And buttons for gloved thumbs have to be enormous. The engineers said so on the first morning, and they were right.</p>`,

  'retire-the-vpn-one-application-at-a-time': `<p>The company VPN does one thing very well: it puts a distant laptop into the office network. This is also what is wrong with it. Somebody who needs the holiday planner gets a path to every server. And the gateway itself stands on the internet all day, waiting for the next flaw to be published.</p>
<p>Replacing it in one go is a large project with a frightening date. Doing it application by application is a series of small ones, each of which leaves you better off even if you stop there.</p>
<h2>Find out what it is used for</h2>
<p>Take a month of connection logs from the gateway and group them by destination. The list is shorter than people expect: the file share, the accounts package, the time sheet, one or two web applications, remote desktops, and a printer that someone uses out of spite.</p>
<h2>Sort by effort</h2>
<ul>
<li><strong>Web applications</strong> go first. Put a proxy in front that asks for sign-in and checks the device before a single byte reaches the application. For users it is an address that works everywhere.</li>
<li><strong>File shares</strong> come next, usually by moving to storage that is made for access from anywhere.</li>
<li><strong>Remote desktops</strong> follow through a gateway that opens one session to one machine for one named person.</li>
<li><strong>Old client programs</strong> that speak directly to a database stay until last. Publishing the program itself as a remote application is often the most sensible way.</li>
</ul>
<h2>Move one, then close its door</h2>
<p>For each application: publish it the new way, let a handful of people use it for a week, move everyone, and then block that application's path through the VPN. The blocking is essential. It shows who has been left out, and it is the moment when the risk really goes down.</p>
<h2>Administrators</h2>
<p>They will want to keep the tunnel. Give them a separate one instead, to a hardened machine from which they work, with security keys and a record of sessions. When the users' VPN is switched off, this remains.</p>
<h2>The last day</h2>
<p>Before you unplug the gateway, switch it off for an announced morning. If the phones stay silent, remove it, its firewall rules, its certificates and its entry in the DNS. A gateway that is off but still configured tends to be switched on again in an emergency, two years out of date.</p>`,

  'static-pages-in-front-of-a-slow-system': `<p>A town library had a catalogue that took four seconds to show a page. The system belonged to a supplier, was certified, and could not be replaced before the contract ended. The librarians did not ask for a new one. They asked if it could be made bearable.</p>
<h2>Look at what is asked for</h2>
<p>We sorted a week of requests. The overwhelming majority were for pages that change a few times a day at most: details of a book, lists by subject, opening hours. Only a handful concerned the state of this minute, such as whether a copy is on the shelf, or a person's own account.</p>
<p>So we put a layer of finished pages in front. A small service fetches each page from the old system at night, and again when the system reports a change. It stores the page as a file, and visitors get files. The one live fact, the availability of a copy, is loaded by itself after the page is there and may take its four seconds without holding up anything else.</p>
<h2>Rules that keep it honest</h2>
<ul>
<li>Nothing personal is ever stored. Pages that depend on who is asking are passed straight through and marked as not to be cached by anyone.</li>
<li>Every page says in its footer when it was made.</li>
<li>If the old system is down, the stored pages remain, with a notice that reservations are not possible just now.</li>
<li>A page that nobody has asked for in a month is dropped from the nightly round.</li>
</ul>
<h2>The trouble with invalidation</h2>
<p>The difficult question was which pages change when a book is edited. Its own, certainly; also every list in which it appears. We gave up computing this exactly. Each stored page carries the identifiers of all books shown on it, and a change to a book marks every page that carries its identifier. It refreshes a few pages too many and has never missed one.</p>
<h2>What it cost, and what it did not solve</h2>
<p>It took three weeks, one small server and a monthly look at the logs. Searching is as slow as before, because it cannot be prepared. But people search once and then read twenty pages, and the twenty pages are instant. The contract ends in due time, and the librarians can now write the tender for its successor without haste.</p>`,
} as const;
