import IconDeviceMobile from 'icon:device-mobile';
import IconFingerprint from 'icon:fingerprint';
import { Button } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ConfirmModal, useConfirm } from '../../components/confirm-modal.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { formatDate } from '../../core/format-dates.ts';
import rows from '../../components/rows.module.css';
import classes from './account.module.css';
import { RenameFactorModal } from './rename-factor-modal.tsx';

type Factor = ApiOutputs['account']['factors']['factors'][number];

/** The list of a person's second factors, each with the buttons that rename and remove it. */
export function FactorList({ factors }: { factors: readonly Factor[] }) {
  const renaming = useConfirm<Factor>();
  const removing = useConfirm<Factor>();
  const isLast = factors.length === 1;
  const { account } = trpc.useUtils();
  const remove = trpc.account.removeFactor.useMutation({
    onSuccess: async () => {
      removing.close();
      notifySuccess('Second factor removed');
      await account.factors.invalidate();
    },
  });
  return (
    <>
      <ul className={rows.rows}>
        {factors.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            onRename={() => renaming.ask(factor)}
            onRemove={() => removing.ask(factor)}
          />
        ))}
      </ul>
      <RenameFactorModal
        key={renaming.item?.id}
        factor={renaming.item}
        isOpen={renaming.isOpen}
        onClose={renaming.close}
      />
      <ConfirmModal
        isOpen={removing.isOpen}
        title="Remove second factor"
        question={
          isLast
            ? `Remove “${removing.item?.name}”? Your password alone opens your account then, and your recovery codes stop working.`
            : `Remove “${removing.item?.name}”? You can no longer sign in with it.`
        }
        answer="Remove"
        busyAnswer="Removing..."
        isDangerous
        isBusy={remove.isPending}
        failure={remove.error ? parseApiError(remove.error) : undefined}
        onAnswer={() => removing.item && remove.mutate({ id: removing.item.id })}
        onClose={() => {
          remove.reset();
          removing.close();
        }}
      />
    </>
  );
}

interface FactorRowProps {
  factor: Factor;
  onRename: () => void;
  onRemove: () => void;
}

function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { name, kind, created_at, last_used_at, is_usable } = factor;
  const Icon = kind === 'passkey' ? IconFingerprint : IconDeviceMobile;
  return (
    <li className={rows.row}>
      <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden="true" />
      <div className={rows.facts}>
        <p className={rows.name}>{name}</p>
        <p className={rows.fact}>
          {kind === 'passkey' ? 'Passkey' : 'Authenticator app'}, added{' '}
          <time dateTime={created_at}>{formatDate(created_at)}</time>
          {last_used_at ? (
            <>
              , last used <time dateTime={last_used_at}>{formatDate(last_used_at)}</time>
            </>
          ) : (
            ', not used yet'
          )}
        </p>
        {!is_usable && <p className={rows.problem}>No longer works. Remove it and set it up again.</p>}
      </div>
      <div className={rows.acts}>
        <Button variant="subtle" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="subtle" color="signal" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
