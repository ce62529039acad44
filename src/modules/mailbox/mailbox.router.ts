import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import { maxMailBytes } from '../../workers/read-mail.ts';
import { leftReasons } from './mail-place.ts';
import { MailboxStatus, MailboxTest, MailInput, MailReceipt } from './mailbox.schema.ts';
import { readMailboxStatus, testMailbox } from './mailbox-status.ts';
import { receiveMail } from './receive-mail.ts';

export const mailboxRouter = router({
  receive: procedureWithGrant('mail:receive')
    .meta(
      rest('POST', '/admin/mails', 'Hand in a mail that has arrived', {
        takesFile: 'message/rfc822',
        textBytes: maxMailBytes,
      }),
    )
    .input(MailInput)
    .output(MailReceipt)
    .mutation(async ({ ctx, input }) => {
      const { outcome, reason } = await receiveMail(ctx, input.body);
      return { outcome, ...(reason && { reason: leftReasons[reason] }) };
    }),

  status: procedureWithGrant('settings:manage')
    .output(MailboxStatus)
    .query(({ ctx }) => readMailboxStatus(ctx)),

  test: procedureWithGrant('settings:manage')
    .output(MailboxTest)
    .mutation(({ ctx }) => testMailbox(ctx)),
});
