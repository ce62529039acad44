/** Contents of the starter posts in the category Company News, by slug. One block element a line. */
export const newsTexts = {
  'we-moved-our-own-office': `<p>We have helped many clients to move. In spring it was our turn: two floors in an old warehouse by the river, in exchange for rooms that we had outgrown. We treated ourselves like a client, with a plan, a named lead and a list of things that must work on Monday at eight. Here is what went well and what did not.</p>
<h2>The line comes first</h2>
<p>We ordered the internet connection before we signed the lease for the furniture, and it still arrived late. A fibre line depends on landlords, permits and a duct that turns out to be full. What saved us was the mobile router that we had rented for a month as a precaution. It carried the whole office for nine working days. Nobody loved it, and everybody could work.</p>
<h2>Cables, then paint</h2>
<p>We marked every desk, screen and access point on the floor plan with tape on the floor and walked through it with the people who would sit there. Two meeting rooms changed places as a result. Moving a line on a drawing is free; moving a socket after the painters have left is not.</p>
<h2>The label rule</h2>
<p>Each box carried three things: a name, a destination and a colour for the day on which it would be opened. Each device was photographed from behind before its cables were pulled. It sounds fussy, and it made the difference between an evening and a weekend.</p>
<h2>What we got wrong</h2>
<ul>
<li>We forgot the door intercom. Its number was tied to the old telephone line, and on the first day visitors rang a fax machine.</li>
<li>We tested the meeting-room screens with our own laptops, all of the same model. The first guest had a different one.</li>
<li>We planned recycling for the end. It should have come first, because we carried three boxes of dead keyboards across town.</li>
</ul>
<h2>What remains</h2>
<p>The new rooms have a glass roof over the middle, from which you can see every desk and the weather. There is a workshop for preparing laptops, two quiet rooms, and a long table where visitors get coffee before they get slides. Come and see it. The intercom works now.</p>`,

  'what-an-internship-here-looks-like': `<p>Applicants ask us what interns really do. It is a fair question, as the word covers everything from research to fetching lunch. So here is the plan that we follow, written by the people who look after it. It applies to all our internships, in development as well as in support.</p>
<h2>Before you arrive</h2>
<p>You get the name of your mentor, the project you will work on and the address of someone who did an internship before you. We ask what you would like to be able to do at the end. Your answer goes into the plan, and we read it again together on the last day.</p>
<h2>The first two weeks</h2>
<p>You set up your machine by following our own instructions, and you correct them where they are wrong. That is your first contribution, and it is a real one. You spend a day with each of the sections: at the help desk with a headset, in a project meeting, in the workshop, and with the people who write the quotations. You will also break something on the training network and put it right, with your mentor sitting next to you.</p>
<h2>Your project</h2>
<p>Each intern has one piece of work that is small, useful and entirely theirs. It has a user who waits for it, a reviewer, and an end. Earlier examples are a page that shows which laptops are due for replacement, a tidy set of labels for network cabinets, and a tool that checks our web forms with the keyboard alone. We do not hand out urgent client work to interns, because urgency is a poor teacher.</p>
<h2>The weekly rhythm</h2>
<ul>
<li>An hour with your mentor each Monday, never cancelled.</li>
<li>The training hour on Thursday, which you may also lead.</li>
<li>A short note on Friday: what you did, what you learned, what you would do differently.</li>
</ul>
<h2>At the end</h2>
<p>You show your project to everybody who wants to see it. You get a reference that describes what you did, and an honest talk about what could come next, here or elsewhere.</p>
<p>Internships are paid. Open places are listed under Careers, and if none of them fits you, the form on our internship page is read by a person.</p>`,

  'how-we-hand-over-on-call': `<p>One of us is always on call. The duty changes on Wednesday at ten in the morning, and the handover takes a quarter of an hour. It used to take two minutes and a <em>nothing special</em>, until one night the new person on duty spent an hour on a fault that the previous one had known for days. This is the routine we have used since then.</p>
<h2>Why Wednesday</h2>
<p>On Mondays people are still collecting the weekend, and on Fridays they are on their way out. In the middle of the week both sides are present, the pile is small, and there is time to repair things together before the next weekend.</p>
<h2>The page</h2>
<p>The outgoing person fills in a page with five headings beforehand. It is allowed to be short, and empty headings stay in.</p>
<ol>
<li><strong>Open</strong>: faults that are not solved, each with its next step.</li>
<li><strong>Fragile</strong>: things that work but should be watched, such as a disk that fills slowly or a line that dropped twice.</li>
<li><strong>Planned</strong>: changes in the coming week, by us, by clients and by suppliers.</li>
<li><strong>Silenced</strong>: alerts that have been muted, by whom and until when. This heading has saved us most often.</li>
<li><strong>Noise</strong>: calls that should not have happened.</li>
</ol>
<h2>The talk</h2>
<p>Both go through the page, the new person reads each item back in their own words, and questions are answered at the keyboard. Then they do three tests: a test alarm reaches the new phone, the second person in line is known and awake, and the access to the three most important systems works. After that, and only after that, the duty has moved.</p>
<h2>What becomes of the noise</h2>
<p>Every item under the fifth heading becomes a task in the same week, and it comes before new work. Either the alert is changed or the cause is removed. An alert that has called somebody twice without need may be switched off by anyone.</p>
<h2>The day after</h2>
<p>Someone who was called at night starts later on the next day. They do not have to ask, and the calendar is changed by a colleague. Tired people make the next incident.</p>`,

  'the-thursday-training-hour': `<p>Every Thursday at three, we close the ticket list for an hour and learn something from each other. The help desk keeps one person on the phone, by rota. Everyone else comes, from the managing level to the interns. We started it as a trial and have stopped wondering whether to keep it.</p>
<h2>The rules fit on a card</h2>
<ul>
<li>One topic, one person, forty minutes at most. The rest is for questions.</li>
<li>Something has to be done with the hands: on a training machine, on paper or at the whiteboard.</li>
<li>No slides are needed. Those who like them get ten.</li>
<li>Everyone leads once before anyone leads twice.</li>
<li>The notes go to the shared folder on the same day, half a page, written by somebody other than the speaker.</li>
</ul>
<h2>What has been on the list</h2>
<p>How a certificate chain is built, with string and paper clips. Reading a quotation like a client would. Soldering a network plug so badly that the tester notices. How to talk to a caller who is angry. A tour of the accounts package by the person who uses it most. What happens between pressing the power button and the sign-in screen. How to lift a server out of a rack without hurting your back.</p>
<p>The best hours were seldom the most technical. When our training coordinator asked five people to explain the same fault to a customer, in turn and out loud, we all learned how differently we use the word <em>soon</em>.</p>
<h2>Why it has lasted</h2>
<p>We think there are three reasons. It has a fixed place in the calendar, and clients know about it. The managers sit in the room and lead sessions too. And it counts as work: preparation time is booked like any other task, up to three hours.</p>
<h2>If you want to try it</h2>
<p>Begin with a list on the wall and two columns: <em>I could show</em> and <em>I would like to see</em>. The first matches will appear within a day. Skip the search for a perfect programme, hold the first session next week, and keep it short enough that people leave wanting to ask more.</p>`,

  'how-we-write-a-quotation': `<p>A quotation is the first piece of our work that a client sees. We try to write it so that a person who was not in any of the meetings can read it, compare it with another and say no to parts of it. This is what ours contains and why.</p>
<h2>1. What we understood</h2>
<p>Half a page, in the client's words and not in ours. If this part is wrong, nothing after it can be right, so we ask for a correction before we count anything. More than once, a client has read it and noticed that two of their own departments wanted different things.</p>
<h2>2. What you get</h2>
<p>A list of results that can be checked. <em>All staff can print from any floor with their badge</em> is a result. <em>Consulting, four days</em> is not. Each result has a sentence that says how we shall show that it is done.</p>
<h2>3. What is not included</h2>
<p>Experienced buyers turn to this part first, and so should you. We name what one might reasonably expect and will not find: cabling in walls, licences that the client already owns, training outside office hours. It prevents the discussions that spoil the end of a project.</p>
<h2>4. The price, in parts</h2>
<p>Fixed where we know enough, and a range with an upper limit where we do not. For each range, we write what it depends on and when we shall know more. Running costs stand apart from single ones, for three years, since a cheap beginning can be an expensive habit.</p>
<h2>5. What we need from you</h2>
<p>Names, decisions, access, and a date for each. A project waits for these far more often than for technology.</p>
<h2>6. How it could be smaller</h2>
<p>We always add a reduced version: what would we do with half the money? Some clients choose it. It has made our larger proposals better too, because every part of them has had to stand up against leaving it out.</p>
<h2>And then</h2>
<p>The person who will lead the project signs the quotation and presents it. If you would like one, describe your situation on our quotations page in a few sentences. Rough is fine. Our questions will come back by e-mail, and the first conversation costs nothing.</p>`,

  'the-old-support-address-closes': `<p>For years there have been two ways to reach our support by e-mail: the address that we print everywhere, and an older one from our first office that has survived in address books and on stickers. At the end of next quarter the old one will close. This note says what changes and why we take trouble over something so small.</p>
<h2>What you need to do</h2>
<ul>
<li>Check the contact entry for Atrium in your address book and on shared lists.</li>
<li>Look at devices and programs that send messages by themselves, such as backup software, battery units and copiers. They are the ones that nobody thinks of.</li>
<li>If we gave you stickers with the old address, ask for new ones. We bring them along on the next visit as well.</li>
</ul>
<p>You do not need to do anything about open requests. They carry over with their numbers and their history.</p>
<h2>The timetable</h2>
<ol>
<li>From today, every message to the old address is answered as usual, with a line at the end that names the new one.</li>
<li>Four weeks before the end, we shall call each organisation that still writes there.</li>
<li>On the last day, the address begins to return messages with a clear text and the new address. It will do so for a year.</li>
<li>After that year, the name is kept but accepts nothing. We shall not give it up, because a stranger who took it over could receive what was meant for us.</li>
</ol>
<h2>Why close it at all?</h2>
<p>Messages to the old address arrive in a mailbox that has to be watched by hand. They do not get a number automatically, they are not covered by the rota at weekends, and some of our protection against forged senders does not work there. Twice in recent years a message has lain unread for longer than we find acceptable. An entrance that is only half watched is worse than none.</p>
<h2>Questions</h2>
<p>Write to the address on our contact page or call the number there. If you have a device that cannot be changed, tell us its make and model, and we shall find a way together before the date.</p>`,
} as const;
