import MailComposer from 'nodemailer/lib/mail-composer/index.js';

interface Reply {
  text: string;
  /** The words of the mail that it answers. */
  quoted: string;
}

/** How programs write a reply, with the earlier mail below. */
const shapes = {
  nodemailer: ({ text, quoted }: Reply) => ({
    text: `${text}\n\nOn 3 May 2027, Ada Berger wrote:\n> ${quoted}\n> More.`,
  }),
  Gmail: ({ text, quoted }: Reply) => ({
    html: `<div dir="ltr">${text}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 3 May 2027 at 10:00, Ada Berger &lt;<a href="mailto:ada@example.org">ada@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0"><div>${quoted}</div></blockquote></div>`,
  }),
  'Gmail in plain text': ({ text, quoted }: Reply) => ({
    text: `${text}\r\n\r\nOn Mon, 3 May 2027 at 10:00, Ada Berger, Atrium Works\r\n<ada@example.org> wrote:\r\n\r\n> ${quoted}\r\n`,
  }),
  Outlook: ({ text, quoted }: Reply) => ({
    html: `<html><body><div class="WordSection1"><p class="MsoNormal">${text}</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Ada Berger &lt;ada@example.org&gt;<br><b>Sent:</b> Monday, 3 May 2027 10:00<br><b>To:</b> eva@example.com<br><b>Subject:</b> Re: Oak stairs</p></div></div><p class="MsoNormal">${quoted}</p></div></body></html>`,
  }),
  'Outlook in plain text': ({ text, quoted }: Reply) => ({
    text: `${text}\r\n\r\n-----Original Message-----\r\nFrom: Ada Berger\r\nSent: Monday\r\n\r\n${quoted}`,
  }),
  'Outlook in German': ({ text, quoted }: Reply) => ({
    text: `${text}\r\n\r\n________________________________\r\nVon: Ada Berger\r\nGesendet: Montag\r\n\r\n${quoted}`,
  }),
  'Outlook on the web': ({ text, quoted }: Reply) => ({
    html: `<div>${text}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Ada<br><b>Sent:</b> Monday<br></div><div>${quoted}</div>`,
  }),
  'Apple Mail': ({ text, quoted }: Reply) => ({
    html: `<html><body>${text}<br><div><br><blockquote type="cite"><div>On 3. May 2027, at 10:00, Ada Berger &lt;ada@example.org&gt; wrote:</div><br><div>${quoted}</div></blockquote></div><br></body></html>`,
  }),
};

export const mailPrograms = Object.keys(shapes) as (keyof typeof shapes)[];

interface Thread {
  from?: string;
  inReplyTo?: string;
  references?: string[];
}

/** The bytes of a reply, as nodemailer sends it in the shape of the program. */
export function composeReply(
  program: keyof typeof shapes,
  reply: Reply,
  thread: Thread = {},
): Promise<Buffer> {
  const { from = 'Eva <eva@example.com>', ...ids } = thread;
  const mail = {
    from,
    to: 'office@example.org',
    subject: 'Re: Oak stairs',
    ...ids,
    ...shapes[program](reply),
  };
  return new MailComposer(mail).compile().build();
}
