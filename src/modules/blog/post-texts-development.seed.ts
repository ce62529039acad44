/** Contents of the starter posts in the category Development, by slug. One block element a line. */
export const developmentTexts = {
  'major-database-upgrade': `<p>Upgrading a database to a new major version is routine work that feels like surgery. The feeling comes from the question that hangs over it: what if we have to go back? Plan the way back first, and the way forward becomes calm.</p>
<h2>Read, then list</h2>
<p>Read the release notes of every major version between yours and the target. Note three kinds of changes: features removed, defaults altered, and sort order. The last one is easy to overlook. If the collation library changes with the operating system, indexes on text may silently be in the wrong order and need to be rebuilt.</p>
<p>Then list what talks to the database: applications, reports, exports, backup tools, monitoring, and that one spreadsheet with a direct connection. Each driver must support the new version.</p>
<h2>Rehearse on a copy</h2>
<ol>
<li>Restore last night's backup on a machine of the same size.</li>
<li>Run the upgrade there and time each step.</li>
<li>Refresh the planner's statistics. Without them, the first hours are slow and look like a fault.</li>
<li>Run the ten slowest queries of the past week on the old and the new version. Compare the plans, not only the times.</li>
<li>Point a test copy of each application at it and go through the daily tasks.</li>
</ol>
<h2>Choose the method</h2>
<p>If the rehearsal fits into an accepted outage, stop everything, upgrade, start everything. It is the simplest method, and simple things fail in simple ways. If the outage must be short, build the new version beside the old one, let logical replication keep it up to date, and switch when both agree. Remember that replication of this kind may leave out sequences, large objects and schema changes.</p>
<h2>The evening itself</h2>
<ul>
<li>Freeze releases two days ahead.</li>
<li>Take a fresh backup and prove that it opens.</li>
<li>Write down the latest time at which you may still turn back, and who decides.</li>
<li>After the switch, check counts in the largest tables, then let people in.</li>
</ul>
<h2>The point of no return</h2>
<p>Once users have written to the new version, going back means losing their work or carrying it over by hand. So test hard in the first half hour while the doors are still closed. Keep the old server untouched for two weeks, with its network cable unplugged so that nobody writes to it by mistake.</p>`,

  'keyboard-check-in-ten-minutes': `<p>You need no special software to find the worst accessibility problems of a web page. Put the mouse into a drawer and try to do what the page is for. Ten minutes are enough for most pages, and the results can be handed to a developer as they are.</p>
<h2>Minute one: where am I?</h2>
<p>Load the page and press <code>Tab</code>. Something should be visibly marked, preferably a link that jumps to the main content. Keep pressing. At each stop, ask if you can see where you are without searching. A faint dotted outline on a photograph does not count.</p>
<h2>Minutes two to five: the order of things</h2>
<ul>
<li>Does the focus move in the order in which you would read the page?</li>
<li>Does it ever vanish? Then it sits on something hidden, such as a closed menu.</li>
<li>Can you reach everything that reacts to a click, including cards, tabs and the small cross in the corner?</li>
<li>Does <code>Enter</code> follow links, and do <code>Enter</code> and <code>Space</code> both press buttons?</li>
</ul>
<h2>Minutes six to eight: forms and dialogs</h2>
<p>Fill in the main form with one deliberate mistake. After sending, the focus or a spoken message should take you to the error, and the error should say what to do. Then open a dialog. The focus must move into it, stay there while it is open, leave with <code>Escape</code>, and return to the button that you came from. Date pickers and drop-down lists built by hand are the usual suspects, so try them twice.</p>
<h2>Minutes nine and ten: zoom</h2>
<p>Enlarge the page to 200 per cent, then to 400. Text should flow into one column, nothing should be cut off, and a sticky header should not cover half the screen.</p>
<h2>How to report what you find</h2>
<blockquote><p>On the checkout page, the delivery options cannot be reached with the Tab key. Expected: they are radio buttons and work with the arrow keys.</p></blockquote>
<p>Page, action, what happened, what you expected. Add no theory about the code. In many cases the repair is to use the element that HTML already has: a real <code>button</code> in place of a clickable <code>div</code> brings focus, keyboard and a role for screen readers in one go.</p>
<p>The check does not replace testing with people who use assistive technology. It makes sure that their time is spent on the subtle problems.</p>`,

  'feature-flags-need-an-end-date': `<p>We like feature flags. They let us merge unfinished work, release to a few people and switch off a mistake without a new deployment. And yet the worst afternoon we had with a web shop came from a flag: it had been forgotten for a year, someone tidied up the settings, and an old checkout page came back to life.</p>
<h2>A flag is debt with a switch on it</h2>
<p>Every flag doubles the number of programs that you run. With five flags there are thirty-two combinations, and tests cover two of them: all on and all off. That is a fair price for two weeks. It is a bad one for two years.</p>
<p>So our opinion is simple. <strong>A flag without an end date should not pass review.</strong></p>
<h2>What we write down</h2>
<p>Each flag is declared in one file, with four facts:</p>
<pre><code>newInvoiceLayout: {
  purpose: 'Release the new layout to pilot users',
  owner: 'billing team',
  created: '2021-03-04',
  removeBy: '2021-04-15',
}</code></pre>
<p>A test reads the file and fails when <code>removeBy</code> has passed. It is a rude test, and that is its merit: the build turns red for the team that owns the flag, on a day when everyone still remembers what it was for. The date can be moved, but only in a change that someone else reads.</p>
<h2>Not everything is a flag</h2>
<ul>
<li>If different customers permanently get different behaviour, it is a <em>setting</em>. Give it a screen, a default and documentation.</li>
<li>If it limits what somebody may do, it is a <em>permission</em> and belongs to the access rules.</li>
<li>If it protects the system under load, it is an <em>emergency switch</em>. It may stay for ever, and it has to be exercised on purpose now and then.</li>
</ul>
<p>Only what remains is a release flag, and release flags die young.</p>
<h2>Removing one</h2>
<p>Removal is part of the feature and is planned with it. Delete the losing branch, its tests, its texts and its styles, and then the declaration. The change should remove far more lines than it adds. For us it has become a favourite task for the end of a week: low risk, visible effect, and the code is easier to read on Monday.</p>`,

  'the-form-that-submitted-twice': `<p>The report was short: some orders arrive twice. Not often, never on request, and only since the warehouse had moved to new tablets. It took us two days to understand and half a day to repair, and the lesson applies to every form that creates something.</p>
<h2>The first suspicion</h2>
<p>A double tap, we thought. The button was already disabled after the first tap, though, and the two copies of an order were sometimes thirty seconds apart. No finger is that slow.</p>
<p>The server log showed two complete requests with the same content. Between them stood a line that we had read past at first: the connection had been reset before the answer was sent. The tablet had sent the order, the order had been saved, and the confirmation had been lost in a corner of the warehouse with poor reception. The app waited, gave up, and did the reasonable thing. It tried again.</p>
<h2>No timeout can save you</h2>
<p>A client that gets no answer cannot know if its request was lost on the way there or on the way back. Sending again risks a duplicate; not sending again risks losing the order. The client cannot resolve this alone. The server has to recognise the second attempt.</p>
<h2>The repair</h2>
<ol>
<li>When the form is opened, the client makes up a random identifier and keeps it until the order is confirmed, even across a restart of the app.</li>
<li>It sends the identifier with every attempt, in the header <code>Idempotency-Key</code>.</li>
<li>The server stores the identifier and the answer in the same transaction as the order. A unique index guards the pair of user and key.</li>
<li>If the key is known, the server changes nothing and returns the stored answer.</li>
</ol>
<p>Two details deserve care. If the same key arrives with <em>different</em> content, that is a fault in the client and must be refused aloud. And the record has to be written together with the order: checking first and writing later leaves a gap, and two fast requests will find it.</p>
<h2>What we changed for good</h2>
<p>Our checklist for new forms now has a line: <em>what happens if this arrives twice?</em> For reading and for plain overwriting, the answer is nothing. For everything that creates, charges or sends, it needs a key.</p>`,

  'log-lines-for-the-person-on-call': `<p>A log line is a message to a stranger who is tired, in a hurry and has never seen your code. Write it for that person. Here is what we ask for when we review logging, with before and after.</p>
<h2>Say what happened, to what, and with which result</h2>
<pre><code>before  Error processing item
after   invoice.export failed  invoice=4711 target=sftp reason="permission denied" attempt=3 next_try=14:05</code></pre>
<p>The second line answers the questions that follow: which one, where to, why, and will it solve itself? Fixed event names such as <code>invoice.export</code> can be counted and searched. A sentence with values glued into it can only be read.</p>
<h2>Levels are promises</h2>
<ul>
<li><strong>error</strong>: somebody has to do something. If nobody has to, it is not an error.</li>
<li><strong>warn</strong>: unusual, handled, worth a look in daylight.</li>
<li><strong>info</strong>: the milestones of normal work, few enough to be read as a story.</li>
<li><strong>debug</strong>: everything else, switched off until needed.</li>
</ul>
<p>The test for an error is to imagine the telephone ringing. A visitor who mistypes a password does not deserve a call at night. A thousand of them in a minute may.</p>
<h2>One identifier through everything</h2>
<p>Give each incoming request an identifier, print it in every line and pass it on to every service that you call. Show it to the user on the error page too. When they read it out on the phone, the search takes seconds.</p>
<h2>What must not be there</h2>
<p>No passwords, no tokens, no card numbers, no contents of messages. Log files are copied, shipped and kept by people who have no right to see such data. Cleaning at the exit is unreliable, so decide per field what may be logged, and let unknown fields be left out. An internal number for a person is nearly always enough.</p>
<h2>Log once</h2>
<p>An exception that is logged at every level on its way up looks like five incidents. Let the place that decides what to do about it write the line, with the original cause attached. All others pass it on in silence.</p>
<h2>A cheap rehearsal</h2>
<p>Break something on the test system and ask a colleague from another team to find it with the logs alone. Where they get stuck, a line is missing. Where they complain about the noise, several are too many.</p>`,

  'store-the-instant-show-local-time': `<p>Time zones look like a matter of formatting until a reminder goes out an hour late on the last Sunday in March. Two rules prevent most of these faults, and the exceptions to them are worth knowing as well.</p>
<h2>Rule one: things that happened are instants</h2>
<p>When was the order placed, the message read, the door opened? Such moments are the same for everybody in the world. Store them in UTC, with the offset said aloud, and pass them around in one form:</p>
<pre><code>2022-03-27T00:59:59Z</code></pre>
<p>The <code>Z</code> matters. A value without it will be taken for local time by some program along the way. In a database, use the column type that knows about zones. Despite its name, <code>timestamp with time zone</code> in PostgreSQL stores no zone; it stores the instant, and that is what you want here.</p>
<h2>Rule two: convert at the edge</h2>
<p>Only the screen, the e-mail and the report need a local time. Convert there, with the reader's zone, and use a full zone name such as <code>Europe/London</code>. An offset such as <code>+01:00</code> is right for one half of the year. For pages that are rendered on a server, use the <code>time</code> element with the exact instant in its attribute, so that the browser can show it in the visitor's own zone.</p>
<h2>The exception: things that are planned</h2>
<p>A meeting on 14 May at 10:00 in Lisbon is not an instant. If the government changes the rules for summer time, the meeting stays at ten. So store what people agreed on: the date, the wall-clock time and the zone. Compute the instant when you need it, and compute it again when zone data is updated.</p>
<h2>The other exception: days</h2>
<p>A birthday, an invoice date or a public holiday is a day without a time. Store a plain date. If you turn it into midnight UTC, people in the Americas will see the day before.</p>
<h2>Tests that catch it</h2>
<ul>
<li>Run the test suite once with the machine's zone set to <code>America/St_Johns</code>. Its half-hour offset flushes out hidden assumptions.</li>
<li>Hand the current time to functions as a value, so that a test can stand on any date.</li>
<li>Try the night when an hour is missing and the one when it comes twice.</li>
<li>Try 29 February and 31 January plus one month.</li>
</ul>`,

  'what-we-look-for-in-a-review': `<p>Code review is a conversation about a change before it becomes everyone's problem. To keep it short and kind, we look for the same things in the same order, and we say which remarks are requests and which are thoughts.</p>
<h2>Before asking for a review</h2>
<ul>
<li>The change does one thing. If the description needs the word <em>also</em>, split it.</li>
<li>The description says why, and how to try it. A screenshot for visible changes.</li>
<li>You have read the whole diff yourself, once, slowly. You will answer several remarks before anyone has to make them.</li>
<li>The automatic checks are green. Format and lint are not topics for people.</li>
</ul>
<h2>The order in which we read</h2>
<ol>
<li><strong>Is it the right change?</strong> Does it solve the stated problem? Could something existing do it? If this fails, stop here and talk.</li>
<li><strong>What happens when things go wrong?</strong> Empty lists, missing rights, lost connections, the same request twice, two people editing at once.</li>
<li><strong>Who may do this?</strong> Every new entry point needs an answer, checked on the server.</li>
<li><strong>Is the data safe?</strong> Migrations that lock a large table, deletions without a way back, personal data in logs.</li>
<li><strong>Do the tests tell the story?</strong> Read their titles only. If they describe the feature, the tests are probably good.</li>
<li><strong>Will the next reader understand it?</strong> Names first, then comments. A question asked in the review is best answered in the code.</li>
</ol>
<h2>How we say it</h2>
<p>We prefix remarks with one of three words. <code>must</code> blocks the change and comes with a reason. <code>could</code> is a suggestion that the author may decline without discussion. <code>nice</code> is praise, and we use it more often than we expected.</p>
<p>After the third exchange on one remark, we talk in person and write down the result. And the reviewer answers within half a working day, even if only to name a later time. A change that waits grows stale, and its author starts two others meanwhile.</p>
<h2>What review is not for</h2>
<p>It is no exam, and it is not the place to redesign a system. If a review turns into architecture, we approve what is sound, note the larger question, and give it an hour of its own.</p>`,

  'small-dependency-updates-every-week': `<p>There are two ways to keep libraries up to date. One is to take small steps all the time. The other is to take none for two years and then spend a month that nobody planned for. We maintain enough inherited projects to know the second way well, and we want to spare our own projects from it.</p>
<h2>Tuesday morning</h2>
<p>A scheduled job opens one proposal per group of updates, once a week and never in the middle of Friday afternoon. Groups follow what is tested together: the web framework with its plugins, the test tools, the type definitions, everything else. A person looks at each group, and the routine is short.</p>
<ol>
<li>Read the change log, not only the version number. Version numbers express an intention.</li>
<li>Look at what else moves. A patch release that brings in a dozen new packages is not small.</li>
<li>Run the full checks, then start the application and click through its three main tasks.</li>
<li>Merge, release, watch for a day.</li>
</ol>
<h2>Pin, and mean it</h2>
<p>We pin exact versions and commit the lock file. Ranges save a line of work and cost you the answer to a simple question: what was running last Thursday? Install scripts are switched off by default, and the few packages that truly need one are listed by name.</p>
<h2>Wait a little</h2>
<p>For ordinary updates we take versions that are at least a week old. Broken or hijacked releases tend to be noticed within days, and we are happy not to be the ones who notice. Security fixes are the exception and go in on the same day.</p>
<h2>Fewer is the better update</h2>
<p>Each quarter we go through the list of direct dependencies and ask of each: would we add it today? A package of twelve lines can be written down. A package that has had no release for years, with open security reports, needs a successor while there is still time to choose one.</p>
<h2>When a major version stands in the way</h2>
<p>Give it a ticket of its own, with the migration guide linked and an estimate. Major versions are projects. Mixing them into the weekly routine is how the weekly routine dies.</p>`,
} as const;
