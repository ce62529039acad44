import IconDownload from 'icon:download';
import IconEraser from 'icon:eraser';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { erasureTreatments } from '../../../../src/modules/privacy/treatment.facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import rows from '../../components/rows.module.css';
import { usersPath } from '../../core/paths.ts';
import { ErasePersonModal } from './erase-person-modal.tsx';
import classes from './privacy.module.css';

type Person = ApiOutputs['privacy']['find'];
type Place = Person['places'][number];

interface PersonPlacesProps {
  person: Person;
  onErased: () => void;
}

/** Each place with the effect of an erasure. */
export function PersonPlaces({ person, onErased }: PersonPlacesProps) {
  const { email, account, places } = person;
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      {account && (
        <Alert color="signal" mb="md" title={`${account.name} has an account`}>
          Accounts and the entries of both logs stay as long as the account exists. Delete it first under{' '}
          <Link to={`${usersPath}/${account.id}/edit`}>Users</Link>, then erase the person.
        </Alert>
      )}
      <ul className={rows.rows} aria-label="Places">
        {places.map((place) => (
          <li key={place.place + place.label} className={rows.row}>
            <PlaceRow place={place} />
          </li>
        ))}
      </ul>
      <Group gap="sm" mt="md">
        <DownloadButton email={email} />
        <Button
          variant="default"
          c="var(--signal-text)"
          leftSection={<IconEraser size={17} stroke={1.6} aria-hidden="true" />}
          onClick={() => setErasing(true)}
        >
          Erase...
        </Button>
      </Group>
      {isErasing && (
        <ErasePersonModal person={person} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </>
  );
}

function PlaceRow({ place: { label, count, treatment, rows: shown } }: { place: Place }) {
  const linked = shown.filter(({ path }) => path !== null);
  const more = count - shown.length;
  return (
    <div className={rows.facts}>
      <p className={rows.name}>
        {label} <span className={classes.count}>{count}</span>
      </p>
      <p className={rows.fact}>{erasureTreatments[treatment] ?? treatment}</p>
      {linked.length > 0 && (
        <details className={classes.links}>
          <summary>{linked.length === 1 ? 'Show the entry' : 'Show the entries'}</summary>
          <ul>
            {linked.map(({ id, title, path }) => (
              <li key={id}>
                <Link to={path!}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
            {more > 0 && <li className={rows.fact}>and {more} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

function DownloadButton({ email }: { email: string }) {
  const href = `/api/admin/privacy/person.zip?${new URLSearchParams({ email })}`;
  // A download cannot open the dialog that confirms the identity, so this call does.
  const confirm = trpc.account.confirmIdentity.useMutation({
    meta: { changesNothing: true, failed: 'Couldn’t download' },
    onSuccess: () => Object.assign(document.createElement('a'), { href, download: '' }).click(),
  });
  return (
    <Button
      leftSection={<IconDownload size={17} stroke={1.6} aria-hidden="true" />}
      aria-disabled={confirm.isPending}
      onClick={() => !confirm.isPending && confirm.mutate()}
    >
      Download as ZIP
    </Button>
  );
}
