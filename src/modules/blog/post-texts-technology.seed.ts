/** Contents of the starter posts in the category Technology, by slug. One block element a line. */
export const technologyTexts = {
  'run-a-restore-drill': `<p>A backup job that ends in green tells you that bytes were written somewhere. It does not tell you that the bytes can be read back, that the person on duty knows how, or that the restore finishes before the business needs the system again. A restore drill answers all three, and it fits into a morning.</p>
<h2>Choose one system and one question</h2>
<p>Do not start with the whole estate. Take one system that people would miss within a day: the finance database, a shared mailbox, the file share of one department. Then write down a single question, such as <em>can we have yesterday's ledger running on another machine by noon?</em></p>
<h2>The drill, step by step</h2>
<ol>
<li>Pick somebody who did <strong>not</strong> set up the backup. Hand over the written instructions and nothing else.</li>
<li>Note the time. Restore to a separate machine or an isolated network, never over the live system.</li>
<li>Open the restored data the way its users do. Log in, run a report, open the newest document and the oldest one.</li>
<li>Compare something countable: rows in the biggest table, files in a folder, the total of last month's invoices.</li>
<li>Note the time again. Delete the restored copy, because it holds the same personal data as the original.</li>
</ol>
<h2>What drills usually turn up</h2>
<p>The data is seldom the problem. The missing parts are around it: an encryption key kept on the very server that was lost, a licence file outside the backed-up folder, a service account whose password nobody wrote down, a restore that needs twice the free disk space of the original. Each of these costs minutes to fix in a drill and hours on a bad day.</p>
<h2>Write the result where it will be seen</h2>
<p>Keep one page per system with the date, the person, the time taken and the surprises. Two numbers belong at the top: how old the restored data was, and how long the restore took. Show them to whoever owns the system and ask if both are acceptable. If they are not, you have a reason for a budget line that nobody needs to take on trust.</p>
<p>Repeat every quarter with another system, and after every move to new storage. A shared calendar entry with a name on it is enough to keep the habit.</p>`,

  'moving-a-file-server': `<p>The server in question had been running in a cupboard behind reception for nine years. It held drawings, contracts, photographs and a folder called <code>Old - do not delete</code>. Our job was to move everything to managed cloud storage over one weekend, so that on Monday people would notice nothing but a new icon.</p>
<h2>Weeks before: finding out what was there</h2>
<p>We began with a listing of every folder: size, newest file, owner and who had opened it in the past year. The listing changed the project. A large part of the data had not been touched in years, and two departments each believed that the other one owned the biggest folder. We settled ownership in a short meeting with the listing on the table, and agreed that untouched folders would go to a read-only archive.</p>
<p>Then we looked for what would break:</p>
<ul>
<li>paths longer than the new system allows, most of them from folders named after whole sentences;</li>
<li>spreadsheets that link to other spreadsheets by drive letter;</li>
<li>a scanner that delivers to a network share with its own account;</li>
<li>permissions given to single people, some of whom had left.</li>
</ul>
<p>The spreadsheets took longest. We listed each link, asked the owner if it was still needed, and replaced the ones that were.</p>
<h2>The weekend</h2>
<p>The first full copy ran during the two weeks before, at night. So on Friday evening only the differences remained. At six we set the old share to read-only, ran the last pass, compared file counts and checksums, and switched the drive mappings by policy. By Saturday noon we were testing with two volunteers from the client's staff, on their own laptops.</p>
<h2>Monday</h2>
<p>One of us sat at a spare desk in the office from eight. The questions were small: a missing shortcut, a colleague who had been on holiday, and the scanner, which had gone back to its old address after a restart. By Wednesday we went home.</p>
<h2>What we would repeat</h2>
<p>Keeping the old server switched on and read-only for a month. Nobody needed it, and everybody slept better. What we would change: ask about scanners and other machines on the first day, since they never come to meetings.</p>`,

  'patch-windows-people-accept': `<p>Everyone agrees that systems should be patched promptly, until the restart falls into the hour when payroll runs. A patch window works when it is dull: the same time, the same order, the same message, every month. Here is the arrangement that we set up most often.</p>
<h2>Three rings</h2>
<p>Split machines by how much it hurts when an update goes wrong, not by department.</p>
<ul>
<li><strong>Ring one</strong> takes updates on the day of release. It contains our own machines and one or two volunteers per team, chosen so that every important application is in use by somebody.</li>
<li><strong>Ring two</strong> follows after three working days. Most laptops are here.</li>
<li><strong>Ring three</strong> follows after a week. It holds servers that many people share and devices that are hard to reach.</li>
</ul>
<p>Moving to the next ring should need no meeting. It happens unless somebody stops it, and stopping it needs a reason in writing.</p>
<h2>A window with a name</h2>
<p>Servers restart in one agreed slot, for instance the second Wednesday from 19:00 to 21:00. Put it in the shared calendar for the whole year. Ask each system owner once for hours that are forbidden, such as month end, and plan around them in advance. After that, the announcement is a reminder and never a negotiation.</p>
<h2>The exception for urgent fixes</h2>
<p>Some flaws are being exploited already when the fix appears. For those, agree beforehand who decides, how people are told and how long a postponement may last. We use a simple rule: if the system can be reached from the internet and the flaw needs no login, it is patched the same day, and the owner gets a phone call instead of a vote.</p>
<h2>After the window</h2>
<p>Check the things that users check. Can someone sign in, print and open the main application? A script can do most of it. Then list the machines that missed the window. A laptop that has been in a drawer for two months is the one that will come back on the day you least expect it, so give the list to a person and close it every month.</p>
<p>Measure only one thing at first: how many days pass from release until the last machine is done. If that figure shrinks, the rest is working.</p>`,

  'dns-change-checklist': `<p>DNS changes look trivial: one line, one button. They also have a long memory, because resolvers all over the world keep the old answer until its time to live runs out. This is the list we go through before we touch a record.</p>
<h2>Two days before</h2>
<ul>
<li><strong>Find out who is in charge.</strong> The registrar, the name servers and the web host can be three companies. Ask the public data, not the memory: <code>dig NS example.org</code>.</li>
<li><strong>Export the whole zone</strong> to a text file. Control panels seldom have an undo button.</li>
<li><strong>Lower the TTL</strong> of the record that will change, for example from 86400 to 300 seconds. Do it at least one old TTL ahead, otherwise the lower value arrives too late.</li>
<li><strong>Look for company.</strong> A mail server, a verification record or an alias in another zone may depend on the name that you are about to move.</li>
</ul>
<h2>At the moment of change</h2>
<p>First make sure that the new target already answers under the name, certificate included. You can test this before the switch:</p>
<pre><code>curl --resolve www.example.org:443:192.0.2.10 https://www.example.org/</code></pre>
<ol>
<li>Change one record. Write down the time.</li>
<li>Ask the authoritative server directly, then two public resolvers.</li>
<li>Watch the logs of the old target. When its visitors fade out, the change has reached them.</li>
</ol>
<h2>Afterwards</h2>
<ul>
<li>Leave the old target running for a few days. Some clients keep an address far longer than they should.</li>
<li>Raise the TTL again. A low value makes you more dependent on your name servers being reachable.</li>
<li>Remove records that point at machines you are giving back. A forgotten alias to a cancelled service can be claimed by a stranger, who then speaks under your name.</li>
<li>Store the new export next to the old one, with a sentence about why.</li>
</ul>
<h2>Three mistakes worth knowing</h2>
<p>A missing dot at the end of a name in a zone file turns <code>mail.example.org</code> into <code>mail.example.org.example.org</code>. A <code>CNAME</code> cannot stand beside other records of the same name, so it does not belong at the top of a zone. And a name that did not exist a minute ago may be remembered as missing: do not look up a new record until you have created it.</p>`,

  'zero-trust-for-thirty-people': `<p>Zero trust sounds like a product for large companies. Underneath the label is a modest idea: being on the office network should not, on its own, give anyone access to anything. For an office of about thirty people, most of that can be had with tools they already pay for.</p>
<h2>The old picture</h2>
<p>In the traditional office, the firewall is a front door. Whoever is inside may talk to the file server, the accounts package and the camera recorder. It worked while work happened inside. Today, many of the staff are at home, the applications are somewhere else, and a single infected laptop behind the door sees everything.</p>
<h2>The new picture</h2>
<p>Each request is judged by three questions, wherever it comes from:</p>
<ul>
<li><strong>Who is asking?</strong> One account per person, with a second factor that cannot be typed into a fake page.</li>
<li><strong>From what?</strong> A device that we know, with an encrypted disk and current updates.</li>
<li><strong>For what?</strong> Access to this application, and not to the network in which it happens to live.</li>
</ul>
<h2>An order that works</h2>
<ol>
<li>List the applications and connect as many as possible to one sign-in service. What cannot be connected goes onto a short list with a date for its replacement.</li>
<li>Turn on a strong second factor, first for administrators, then for finance, then for all.</li>
<li>Enrol the laptops in device management. Start by only watching: which ones would fail the rules?</li>
<li>Fix those, then enforce the rules for one application at a time, beginning with a harmless one.</li>
<li>Put printers, cameras and guests into networks of their own, with no way across.</li>
<li>Finally, close the openings in the firewall that nobody needs any more.</li>
</ol>
<h2>Where people get stuck</h2>
<p>The difficult part is the exceptions: the shared computer in the warehouse, the contractor with his own laptop, the account that runs a nightly export. Give each exception an owner and an end date, and keep the list short enough to read aloud. Also prepare two emergency accounts, locked away and tested twice a year, so that a fault in the sign-in service does not lock out the people who must repair it.</p>
<p>You will not finish, and you do not have to. After step two alone, a stolen password has become an annoyance where it used to be a break-in.</p>`,

  'quiet-printer-networks': `<p>Nobody thanks IT for a printer that works, but everybody remembers the one that did not on the morning of the board meeting. Most printer trouble is network trouble, and most of it can be prevented in an afternoon.</p>
<h2>Give printers a place of their own</h2>
<p>Put all printers into a separate network segment. The print server may talk to them; laptops talk to the print server. Printers themselves start no connections except to their time source, to the address for scanned mail and, if you want it, to the maker's supply service. A printer is a computer with a hard disk and an update schedule that nobody looks at, so it should not have the run of the house.</p>
<h2>Names, not addresses</h2>
<p>Reserve a fixed address for each device in DHCP, then give it a DNS name that says where it stands: <code>print-2nd-floor-east</code>. Configure queues by name. When a device is replaced, you move the name and no laptop needs to know.</p>
<h2>One driver</h2>
<p>Choose a universal driver of your main make and use it wherever possible. Each further driver is one more thing that an operating system update can break. If the devices support driverless printing, test it with your three strangest documents: a label, a large plan, a form with a digital signature. If these come out right, you may not need drivers at all.</p>
<h2>Settings worth ten minutes a device</h2>
<ul>
<li>Change the administrator password and turn off protocols that you do not use.</li>
<li>Set the correct time source. Expired certificates and wrong dates break scanning to mail.</li>
<li>Turn on disk encryption and the wiping of finished jobs.</li>
<li>Let the device report low toner to a shared mailbox instead of to the person standing next to it.</li>
<li>Write the support number and the device's name on a label where people can see it.</li>
</ul>
<h2>Release at the device</h2>
<p>If pages with personal data lie around, hold jobs until their owner is at the printer with a badge or a PIN. It also removes the question of which printer to choose: there is one queue, and the job comes out where you are. As a side effect, forgotten jobs are deleted overnight and the paper stays in the tray.</p>`,

  'laptop-lifecycle': `<p>A laptop costs more in attention than in money. It is ordered in a hurry, set up by hand, lent to an intern, and found in a cupboard years later with somebody's data on it. A short written lifecycle ends most of this. Ours has five stages, each with one person responsible.</p>
<h2>1. Order</h2>
<ul>
<li>Two models, chosen once a year: a light one and a powerful one. Wishes outside the list need a reason.</li>
<li>The same docking station for all desks.</li>
<li>A few spares on the shelf, so that a broken machine means an hour and not a week.</li>
</ul>
<h2>2. Prepare</h2>
<ul>
<li>The maker or dealer registers the serial number with your device management before delivery.</li>
<li>The user unpacks the machine, signs in, and the rest installs itself: disk encryption, updates, applications, printers.</li>
<li>The inventory receives the serial number, the purchase date, the end of warranty and a name. Do this on the day of delivery, since nobody does it later.</li>
</ul>
<h2>3. Use</h2>
<ul>
<li>No work is kept only on the laptop. Test this by swapping a colleague's machine without warning, and with a smile.</li>
<li>No local administrator rights for daily work. Temporary rights can be asked for and expire by themselves.</li>
<li>Once a year, check the battery, the hinges and the free space. Replacing a battery often buys another year.</li>
</ul>
<h2>4. Hand on</h2>
<ul>
<li>Between two people, a laptop is always wiped and prepared anew. Clearing up by hand leaves saved passwords behind.</li>
<li>When somebody leaves, the return of the machine is on the same list as the keys.</li>
</ul>
<h2>5. Retire</h2>
<ul>
<li>Decide by age and by the end of security updates, and do not wait for it to break.</li>
<li>Erase the disk with a method that gives a record, and keep the record with the serial number.</li>
<li>Remove the device from management, from the directory and from the licence counts. This is the step that gets forgotten, and it goes on costing money.</li>
<li>Pass it on for reuse where possible. A wiped four-year-old laptop is still a good machine for someone.</li>
</ul>
<p>Print the five stages on one page with the five names. If a stage has no name, start there.</p>`,

  'sso-rollout-order': `<p>Single sign-on is usually sold as comfort: one password instead of twelve. Its greater value shows on the day when somebody leaves and one click closes every door. To get there without a week of locked-out colleagues, the order matters more than the product.</p>
<h2>Before the first application</h2>
<p>Clean the directory. Every person has exactly one account, the e-mail address is right, and leavers are disabled. Decide which attribute identifies a person for ever. An e-mail address is a poor choice, because people marry and companies rename; use an identifier that never changes, and map the address beside it.</p>
<p>Then make a list of applications with four columns: owner, number of users, protocol it supports, and what it costs to turn the feature on. Some vendors ask for a higher plan. You want to know that before you promise a date.</p>
<h2>The sequence</h2>
<ol>
<li><strong>A tool that only IT uses.</strong> Mistakes stay in the family.</li>
<li><strong>One popular, harmless application</strong>, such as the meeting-room booking. Everyone sees the new sign-in page for the first time where nothing is at stake.</li>
<li><strong>The large ones</strong>, department by department, each with its owner at the table.</li>
<li><strong>The delicate ones</strong>, finance and personnel, last. By then you know the traps.</li>
</ol>
<h2>For each application, the same six checks</h2>
<ul>
<li>Existing accounts are matched to the right people, and no duplicates appear.</li>
<li>Roles come from groups, and the group names say what they allow.</li>
<li>Signing out and session length behave as agreed.</li>
<li>A user without permission gets a readable refusal.</li>
<li>Removing a person in the directory really ends access, including mobile apps and personal API keys.</li>
<li>One emergency administrator can still sign in when the identity service is down.</li>
</ul>
<h2>Turn off the old way</h2>
<p>A roll-out is finished when the old password form is gone. As long as both ways exist, attackers will use the weaker one. Set the date when you begin, announce it twice, and keep it.</p>
<p>After the last application, look at the certificates and client secrets that hold it all together. They expire, often after a year or two. Put the dates into the same calendar as the domain names.</p>`,

  'wifi-survey-what-to-measure': `<p>When people say that the Wi-Fi is slow, they may mean one of five different things. A survey finds out which. Walking through the building with a laptop and looking at signal bars does not, since bars say little about how well a connection works.</p>
<h2>Ask before you measure</h2>
<p>Collect complaints for a week with three facts each: place, time and application. Video calls that stutter at ten in every meeting room point to too many devices on one access point. A single corner that never works points to coverage. Trouble everywhere at nine in the morning may be the sign-in service or the internet line, with the Wi-Fi innocent.</p>
<h2>What to record at each spot</h2>
<ul>
<li><strong>Signal and noise.</strong> The distance between the two matters more than the signal alone.</li>
<li><strong>Channel use.</strong> How much of the time is the air already busy? Neighbours count as well.</li>
<li><strong>The access point you are on</strong> and the next best one, to see if devices hold on to a distant one for too long.</li>
<li><strong>A small transfer and a round-trip time</strong> to a server inside the building, then to one outside. If only the second is bad, leave the ceiling alone.</li>
</ul>
<p>Measure with the sort of device that people really use. Phones and tablets have smaller antennas than a survey laptop. Measure while the building is full: bodies absorb radio waves and bring devices with them.</p>
<h2>Reading the result</h2>
<p>More access points are often the wrong answer. Two that shout over each other on the same channel are worse than one. Try these first: lower the transmit power so that cells shrink, use narrower channels in crowded areas, switch off the oldest data rates so that a single slow device does not hold up the others, and move whatever can have a cable to a cable. A screen on the wall or a desk telephone has no reason to be on the radio.</p>
<h2>Keep the map</h2>
<p>Draw the readings onto the floor plan, with the date. After each change, measure the same spots again. Next time somebody says that the Wi-Fi is slow, you can compare two maps and skip the argument.</p>`,
} as const;
