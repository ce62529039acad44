import { clientColumns } from '../../../../src/modules/clients/clients.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import {
  type CommonCardParts,
  CardDetail,
  CardPicture,
  PublishedBadge,
  RecordCard,
} from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';
import classes from './clients.module.css';

/** The panel pages on which staff manage the clients whose logos the home page shows. */
export const clientsPages = defineResource('clients', {
  columns: clientColumns,
  nouns: { one: 'client', many: 'clients' },
  title: 'name',
  groups: 'kind',
  empty: { kind: 'Client' },
  card: (row, acts) => <ClientCard key={row.id} client={row} {...acts} />,
  form: ClientForm,
});

function ClientCard({ client, ...acts }: { client: RowOf<'clients'> } & CommonCardParts) {
  const { name, kind, link, is_published, logo, picture } = client;
  return (
    <RecordCard
      {...acts}
      title={name}
      picture={
        <div className={classes.logo}>
          <CardPicture key={logo} path={logo} picture={picture} />
        </div>
      }
      facts={kind}
      detail={<CardDetail>{link}</CardDetail>}
    >
      <PublishedBadge isPublished={is_published} />
    </RecordCard>
  );
}

/**
 * The fields in the form of a client: name, link, kind and publication in the main column; the logos in the
 * side column. Only the server validates the values.
 */
function ClientForm({ Field }: FormLayoutProps<typeof clientColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="name" />
          <Field name="link" placeholder="https://" />
          <Field name="kind" />
          <Field name="is_published" description="Publish only names that have agreed to it" />
        </>
      }
      side={
        <>
          <div className={classes.logo}>
            <Field name="logo" hint="Transparent PNG or WebP, wider than high, max 10MB" />
          </div>
          <div className={classes.logoDark}>
            <Field
              name="logo_dark"
              description="For visitors with a dark screen. Without one, the logo stands on a light ground."
            />
          </div>
        </>
      }
    />
  );
}
