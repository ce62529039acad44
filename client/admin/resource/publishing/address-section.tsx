import { Button, Text } from '@mantine/core';
import { factsOf } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { prefixOfLanguage } from '../../core/site-languages.ts';
import { useAsk } from '../../components/ask.tsx';
import { Field } from '../field.tsx';
import { useFormContext } from '../form-context.tsx';
import { SlugInput, useAddressOfForm } from './address-field.tsx';
import classes from './publishing.module.css';

export function AddressSection() {
  const { form, resource, row } = useFormContext();
  const folder = prefixOfLanguage(form.values.lang) + factsOf(resource.name).folder;
  const { slug, proposal, shown } = useAddressOfForm(true);
  const isMoved = Boolean(row?.slug) && slug !== row?.slug;
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Address</legend>
      <Field
        name="slug"
        Control={SlugInput}
        placeholder={proposal}
        description={`Optional. ${location.host}${folder}/${row?.id} always leads here too.`}
      />
      <p className={classes.hint} role="status">
        Page:{' '}
        <Text span c="var(--ink)">
          {shown}
        </Text>
        {isMoved && ` The address before, ${folder}/${row?.slug}, will lead here.`}
      </p>
      {!slug && proposal && (
        <div>
          <Button variant="default" size="compact-md" onClick={() => form.setValues({ slug: proposal })}>
            Use the title: {proposal}
          </Button>
        </div>
      )}
      {row && <PastAddresses name={resource.name as 'blog'} id={row.id} />}
    </fieldset>
  );
}

/** Giving up an earlier address happens at once and cannot be undone, because another row may take it. */
function PastAddresses({ name, id }: { name: 'blog'; id: number }) {
  const query = trpc.addresses[name].list.useQuery({ id });
  const ask = useAsk();
  const act = trpc.addresses[name].giveUp.useMutation({ meta: { done: 'Address given up' } });
  const addresses = query.data?.addresses ?? [];
  if (addresses.length === 0) return null;
  return (
    <div>
      <p className={classes.listName} id="past-addresses">
        Past addresses, which lead here
      </p>
      <ul className={classes.addresses} aria-labelledby="past-addresses">
        {addresses.map(({ path }) => (
          <li key={path}>
            <Text span c="var(--ink)">
              {path}
            </Text>
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={`Give up ${path}`}
              onClick={() =>
                ask({
                  title: 'Give up this address?',
                  question: `Links to ${path} will find no page any more, until another page takes it.`,
                  answer: 'Give it up',
                  busyAnswer: 'Giving up...',
                  isDangerous: true,
                  run: () => act.mutateAsync({ id, path }),
                })
              }
            >
              Give up
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
