/** Contents of the starter posts in the category Industry Trends, by slug. One block element a line. */
export const trendsTexts = {
  'it-tenders-with-comparable-answers': `<p>We answer tenders, and now and then we help clients to write one. From both sides of the table, the same few things decide whether the offers can be compared at the end.</p>
<h2>Describe the situation, not the solution</h2>
<p>A tender that demands a certain server with a certain amount of memory gets offers for that server. A tender that says how many people work with which programs, what must keep running at night and which building has no lift gets ideas. State the hard limits, such as a law, an existing contract or an interface, and mark them as hard. Leave the rest open.</p>
<h2>Three kinds of requirements</h2>
<ul>
<li><strong>Must</strong>: without it, the offer is excluded. Keep these few, and make sure that each can be answered with yes or no.</li>
<li><strong>Scored</strong>: more is better, with the scale printed beside it.</li>
<li><strong>Told</strong>: we would like to know, and it carries no points. How will you hand over at the end of the contract?</li>
</ul>
<p>If a list has two hundred musts, bidders will say yes to all of them, and you have learned nothing.</p>
<h2>Ask for prices in your own table</h2>
<p>Give bidders a spreadsheet with fixed rows: set-up, each year of running, one additional user, one additional site, an hour of work outside the contract, leaving. Add an example month with made-up quantities and have it priced. Offers that look alike per unit can differ widely for the example.</p>
<h2>Invite questions early</h2>
<p>Allow a week for questions and publish every answer to everyone. Good bidders ask good questions, and the answers improve the tender while it can still be improved.</p>
<h2>See the people</h2>
<p>Ask for a working session with those who would really do the work: one hour, one realistic problem, no sales presentation. For example: <em>our accounts server does not start on the first of the month; show us the first hour.</em> Score it with the same sheet for all.</p>
<h2>Plan the goodbye</h2>
<p>Write into the contract in which format you get your data, documents and passwords at its end, how long the provider helps, and at what rate. It is easiest to agree on while everybody is still being polite.</p>
<p>A worked example of such a price table is at <a href="https://example.com/tender-table">example.com/tender-table</a>.</p>`,

  'email-authentication-is-the-entry-ticket': `<p>For a long time, proving that your e-mail really comes from you was good manners. Then the large mailbox providers made it a condition, first for senders of bulk mail. Messages from domains without proof are marked, delayed or refused. If your invoices end up in the spam folder, begin here.</p>
<h2>Three records, three questions</h2>
<ul>
<li><strong>SPF</strong>: which servers may send for this domain? It is a list in the DNS. It looks at the envelope address that the reader never sees.</li>
<li><strong>DKIM</strong>: has this message been signed by the domain, and is it unchanged? The sending server signs, and the public key is in the DNS.</li>
<li><strong>DMARC</strong>: does the address that the reader sees agree with one of the two, and what should happen if it does not? It also asks receivers to send you reports.</li>
</ul>
<h2>The path to a strict policy</h2>
<ol>
<li>Publish a DMARC record that only observes:
<code>v=DMARC1; p=none; rua=mailto:dmarc@example.org</code></li>
<li>Collect reports for a month. You will find senders that you had forgotten: the ticket system, the newsletter, the payroll service, the copier on the second floor.</li>
<li>Bring each of them in order. Have it sign with your domain, or give it a subdomain of its own. Switch off what nobody claims.</li>
<li>Move to <code>p=quarantine</code>, watch for some weeks, and then to <code>p=reject</code>.</li>
</ol>
<h2>Traps</h2>
<p>SPF allows ten look-ups. Each service that you include may cost several, and above ten the whole record counts as broken. Forwarding breaks SPF by design, so DKIM has to carry the proof. Keys should be replaced now and then, which is easy if you use two selectors in turn.</p>
<p>Domains from which you never send need records as well. Criminals like them precisely because nobody looks. For those, <code>v=spf1 -all</code> together with a rejecting DMARC policy takes five minutes.</p>
<h2>What it does not do</h2>
<p>It proves that a message comes from a domain. It does not prove that the domain is the one you had in mind; <code>examp1e.org</code> can have perfect records. Your staff still need to read addresses, and your finance team still needs a rule that changed bank details are confirmed by a call to a known number.</p>`,

  'the-copper-line-and-what-hangs-on-it': `<p>All over Europe, telephone companies are switching off the copper network and moving speech onto internet lines. For desk phones, most offices have made the change already. The surprises come from the other things that have quietly been using the old line for twenty years.</p>
<h2>Walk through the building</h2>
<p>Do not rely on the telephone bill alone. Start at the box where the line enters and follow the wires. In the buildings we have walked through, we met these:</p>
<ul>
<li>the emergency call in the lift;</li>
<li>the burglar alarm and the fire alarm, reporting to a control room;</li>
<li>the door intercom;</li>
<li>the card terminal at the till, as a fall-back;</li>
<li>the franking machine;</li>
<li>a modem in the heating plant, through which the maintenance firm dials in;</li>
<li>a fax machine that one supplier insists on.</li>
</ul>
<h2>Ask each owner three questions</h2>
<p>Does the device work over an internet line with an adapter, and does the maker say so in writing? If not, is there a version for mobile networks? And what happens when the power fails?</p>
<p>The last question is the serious one. The old network fed a telephone with current from the exchange. The new one does not. When the building loses power, so do the router and everything behind it. For a lift or an alarm, a battery and a second path over a mobile network are usually required. The firm that maintains the device knows the rule that applies to it.</p>
<h2>Put it in order</h2>
<ol>
<li>Safety first: lifts and alarms. Their makers are busy, and appointments take months.</li>
<li>Then whatever earns money, such as card terminals.</li>
<li>Then comfort: intercom, franking, fax. Some of it can simply end.</li>
</ol>
<h2>Keep the number</h2>
<p>Do not cancel the old line yourself. Let the new provider take over the number and end the old contract in the course of it. If you cancel first, the number may be lost, and it is printed on every van that you own.</p>
<h2>Afterwards</h2>
<p>Test each device with a real call, with the router's plug pulled. Write the result on the same page as the date. In a year's time, somebody will ask.</p>`,

  'put-end-of-life-dates-in-the-budget': `<p>The end of support for an operating system is announced years ahead. It still manages to surprise organisations every time, because the date is known to technicians and the budget is made by somebody else. The remedy is a single table, looked at together once a year.</p>
<h2>The table</h2>
<p>One line for each product that would be missed, with six columns:</p>
<ul>
<li>product and version;</li>
<li>what depends on it;</li>
<li>last day with security updates;</li>
<li>what replaces it;</li>
<li>effort, as small, medium or large;</li>
<li>the year in which the money is needed.</li>
</ul>
<p>Include more than operating systems. Databases, firewalls, phone systems, the programming language of the web application, the mobile phones, the controller of the door locks: all of them have such a date, and for small devices it is often hard to find. If the maker does not publish one, write <em>unknown</em>. That is information too, and it should count against the next purchase.</p>
<h2>Work backwards</h2>
<p>From the last day, subtract three things: the time for the change itself, the time for testing, and a reserve for the dependency that nobody has noticed. A database with a single application may need three months. A server that runs the software of a supplier may need a year, since the supplier has to be ready first. Ask them now, in writing.</p>
<h2>The honest fourth option</h2>
<p>Replace, upgrade and retire are the usual choices. The fourth is to keep an old system on purpose, because it drives a machine that will run for another ten years. That can be right. It then belongs in a network of its own, without mail and web access, with a tested copy of its disk on the shelf. Write down who has accepted the risk and when the question will be asked again.</p>
<h2>Once a year, one hour</h2>
<p>Sit down with whoever makes the budget, the table sorted by date. Read out the first ten lines. Each of them leaves the meeting with a decision or with a name. Long-term budgets become smoother, because you can see that three large items fall into the same year while two of them could be moved.</p>
<p>The table is dull. A migration under pressure is not.</p>`,

  'read-your-cloud-bill-in-half-an-hour': `<p>Cloud bills are long because they are exact. You do not have to understand every line to find the ones that matter. Half an hour a month with the same five questions will do, and it does not take a specialist.</p>
<h2>Five questions</h2>
<h3>1. What changed?</h3>
<p>Set this month beside the last one, by service, and look only at differences. A rise with a known reason is fine. A rise that nobody can explain is your first task. The same goes for a fall: something may have stopped running that should be running.</p>
<h3>2. Whose is it?</h3>
<p>Each resource should carry labels for an owner and a purpose. Sort by cost and look for the largest one without a label. Ask around for a week, then stop it without deleting it, and wait for a call.</p>
<h3>3. What runs while we sleep?</h3>
<p>Test systems are used during office hours. If they run at night and on weekends too, they run for 168 hours a week where some fifty would do. A schedule that switches them off is an afternoon's work.</p>
<h3>4. What is lying around?</h3>
<p>Disks of deleted machines, old snapshots, reserved addresses that nobody uses, logs kept for ever because nobody set a limit. Each is cheap, and they only ever become more.</p>
<h3>5. What do we pay for moving data?</h3>
<p>Traffic out of the cloud and between regions has a price, and it hides under names that differ from service to service. If it is high, find out which two systems talk so much, and whether they could live closer together.</p>
<h2>Before you commit to discounts</h2>
<p>Providers give good prices for a promise over one or three years. Clean up first and then commit, and only for the part that has been constant for months. Otherwise you will have bought waste at a discount.</p>
<h2>Set two alarms</h2>
<p>One on the forecast for the month, at a level that means <em>have a look</em>. One on the cost of a single day, at a level that means <em>now</em>. The second one catches a runaway job, or a stolen key that is being used at your expense, before the invoice does.</p>
<p>Write the result in three sentences and send it to the person who pays. After half a year, they will start to ask good questions.</p>`,

  'incident-reviews-without-blame': `<p>More and more organisations write a review after a serious outage, and some have begun to ask their providers for one. We welcome it. A good review is the cheapest training there is. A bad one teaches people to hide things. What separates the two is mostly language and order.</p>
<h2>Start with a timeline</h2>
<p>Before anybody explains anything, collect what happened, with times: from logs, chats, alarms and phone lists. Note what people <em>saw</em> at each moment and what they <em>thought it meant</em>. The second half is the valuable one. A decision that looks foolish in hindsight was usually sensible on the screen that the person had in front of them.</p>
<h2>Ask how, not who</h2>
<p>Compare two sentences.</p>
<blockquote><p>The administrator deleted the wrong volume.</p></blockquote>
<blockquote><p>The two volumes had names that differ in one character, the tool asks for no confirmation, and the test system uses the same colours as production.</p></blockquote>
<p>The first one ends the inquiry. The second gives you three things to repair. Using roles in place of names in the text helps, and so does having it led by somebody who was not involved.</p>
<h2>Include what went well</h2>
<p>Somebody noticed early. A runbook was right. A colleague called although it was not his shift. If you do not write it down, it remains luck.</p>
<h2>Few actions, each with a date</h2>
<p>A review with fifteen measures is a wish list. Choose three: one that makes this fault impossible or at least loud, one that would have shortened the outage, one that helps against a whole class of faults. Each has an owner and a date, and they go into the normal planning. Being more careful is not a measure.</p>
<h2>Share it</h2>
<p>Clients get a version without internal names, within a week: what you noticed, what it was, what we have changed and what we shall change by when. In our experience, trust suffers less from an outage than from a vague letter about it.</p>
<h2>After three months</h2>
<p>Come back for ten minutes. Are the three measures in place? Have they helped? If they have not been done, say why. The look back is short, it is rarely done, and without it a review is only a well-written apology.</p>`,

  'insurance-questionnaires-answered-honestly': `<p>Insurers who cover the damage of a cyber attack used to ask five questions. Now they send a questionnaire of many pages, and they may refuse to pay if an answer was wrong. Filling it in has become a task for IT, finance and management together. Some advice from the side that usually gets called for help.</p>
<h2>Do not answer alone</h2>
<p>The form is often sent to the person who arranges the office insurance, with a deadline of a few days. Ask for more time straight away. Then divide the questions: who knows it, who decides it, who signs it. The signature belongs to someone who has understood the answers.</p>
<h2>Beware of the word <em>all</em></h2>
<p><em>Is multi-factor sign-in active for all remote access?</em> If there is one old account for a maintenance firm, the answer is no. A plain yes with a hidden exception is the most expensive thing that you can write. Use the field for remarks:</p>
<blockquote><p>Active for all staff. One supplier account is excepted until 30 June; it is enabled only for the duration of a visit.</p></blockquote>
<p>Insurers can deal with exceptions. What they react badly to is finding them later.</p>
<h2>Keep the proof</h2>
<p>For every yes, put a dated screenshot, a report or a policy into a folder. This takes an hour while you are answering, and it is close to impossible to reconstruct afterwards. The folder also makes next year's form a matter of a morning.</p>
<h2>What they tend to ask</h2>
<ul>
<li>Are there backups that an attacker with administrator rights cannot delete, and when were they last restored?</li>
<li>How quickly are critical updates installed?</li>
<li>Which systems no longer get updates, and how are they separated?</li>
<li>Who has administrator rights, and do they use them for daily work?</li>
<li>Is there a plan for an incident, with telephone numbers on paper?</li>
<li>How is a changed bank account confirmed?</li>
</ul>
<h2>Use it as a plan</h2>
<p>Every no is a finding with a price tag, delivered free of charge. Sort these by effort. Two or three can be fixed before the deadline. For the rest, write the date by which you intend to change them, and mean it.</p>
<p>And read the policy for what you must do <em>during</em> an incident. Many require a call to a certain number before anyone touches a machine.</p>`,
} as const;
