import { hasGrant } from '../../../../src/shared/grants.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { formatFileSize } from '../../library/file-labels.ts';
import { useAttachedFile } from './attached-file.tsx';
import classes from './message-workflow.module.css';

export type TimelineEvent = ApiOutputs['inbox']['one']['events'][number];
type Mail = NonNullable<TimelineEvent['incoming']>;

const checkWords = {
  pass: 'Your mail server confirms the address of the sender.',
  fail: 'Your mail server says that this address has not sent the mail.',
} as const;

function MailFile({ file }: { file: TimelineEvent['files'][number] }) {
  const { name, path, bytes, warning } = file;
  const { button, shown } = useAttachedFile(file);
  return (
    <li>
      <a href={path} download={name} dir="auto">
        {name}
      </a>{' '}
      ({formatFileSize(bytes)}) {button}
      {warning && (
        <p className={classes.mailState} data-problem>
          {warning}
        </p>
      )}
      {shown && <div className={classes.shownFile}>{shown}</div>}
    </li>
  );
}

interface IncomingMailProps {
  event: TimelineEvent;
  mail: Mail;
}

/** What came with the text of a mail. */
export function IncomingMail({ event: { files }, mail }: IncomingMailProps) {
  const isAdmin = hasGrant(useCurrentUser().role, 'privacy:manage');
  return (
    <div className={classes.mail}>
      {mail.is_other_address && (
        <p className={classes.mailState}>
          From another address: <bdi>{mail.address}</bdi>. Your answers go to the first one.
        </p>
      )}
      {mail.sender_check && (
        <p className={classes.mailState} data-problem={mail.sender_check === 'fail' || undefined}>
          {checkWords[mail.sender_check]}
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files of the mail">
          {files.map((file) => (
            <MailFile key={file.path} file={file} />
          ))}
        </ul>
      )}
      {mail.remarks.map((remark) => (
        <p key={remark} className={classes.mailState} dir="auto">
          {remark}
        </p>
      ))}
      {mail.quoted && (
        <details className={classes.earlier}>
          <summary>Earlier mails</summary>
          <p className={classes.note} dir="auto">
            {mail.quoted}
          </p>
        </details>
      )}
      {isAdmin && mail.source && (
        <p className={classes.mailState}>
          <a href={mail.source} download>
            Mail as it came
          </a>
        </p>
      )}
    </div>
  );
}
