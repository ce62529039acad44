import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import IconCheck from 'icon:check';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, NavLink, useNavigate, useParams } from 'react-router-dom';
import { trpc } from '../../../../api/trpc.ts';
import type { ApiOutputs } from '../../../../api/types.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { paths } from '../../../core/paths.ts';
import { editedQueryOptions } from '../../../form/edit-form-loader.tsx';
import { GroupForm } from '../group-form.tsx';
import { type FieldValues, fieldsOfGroup, type Group } from '../group-model.ts';
import frame from '../settings.module.css';
import { useCountryField } from './country-field.tsx';
import { SampleContentStep } from './sample-content-step.tsx';
import classes from './set-up.module.css';
import { pickFields, type SettingsStep, steps } from './steps.ts';

const facts = ['legal_name', 'since', 'phone', 'email', 'opening_hours', 'social'] as const;

/**
 * Empties the facts of the sample company, unless the company has a name of its own. The step that saves the name also
 * saves them, so skipped steps leave none on the site.
 */
function withoutSampleFacts(company: Group): Group {
  const { value, defaults } = company;
  if (value.name !== defaults.name) return company;
  const { country_code, ...initial } = defaults.address as FieldValues;
  const isSample = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const blank = (value: unknown) => (Array.isArray(value) ? [] : typeof value === 'string' ? '' : null);
  const emptied = (values: FieldValues, known: FieldValues, names: readonly string[]) =>
    Object.fromEntries(
      names.filter((name) => isSample(values[name], known[name])).map((name) => [name, blank(known[name])]),
    );
  const address = value.address as FieldValues;
  return {
    ...company,
    value: {
      ...value,
      ...emptied(value, defaults, facts),
      address: { ...address, ...emptied(address, initial, Object.keys(initial)) },
    },
  };
}

type Progress = ApiOutputs['onboarding']['state']['setUp']['steps'];

export function SetUpPage() {
  const query = trpc.onboarding.state.useQuery();
  return (
    <>
      <PageHeader
        title="Make this site yours"
        lead="Seven steps, about three minutes. Each is saved by itself, and you can stop and go on at any time."
      />
      <QueryBoundary query={query} subject="the set-up" skeleton={<Skeleton height={480} />}>
        {({ setUp }) => <CurrentStep progress={setUp.steps} />}
      </QueryBoundary>
    </>
  );
}

function CurrentStep({ progress }: { progress: Progress }) {
  const { '*': address } = useParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== address) heading.current?.focus();
    shown.current = address;
  }, [address]);
  const isDone = (name: string) => progress.some((step) => step.name === name && step.isDone);
  const place = steps.findIndex(({ name }) => name === address);
  const step = steps[place];
  if (!step) {
    const next = steps.find(({ name }) => !isDone(name)) ?? steps[0]!;
    return <Navigate to={`${paths.setUp}/${next.name}`} replace />;
  }
  const next = steps[place + 1];
  return (
    <div className={frame.page}>
      <nav aria-label="Steps">
        <ol className={frame.groups}>
          {steps.map(({ name, title }, index) => (
            <li key={name}>
              <NavLink className={classes.step} to={`${paths.setUp}/${name}`}>
                <span className={classes.mark} data-done={isDone(name) || undefined}>
                  {isDone(name) ? <IconCheck size={15} stroke={2.2} aria-hidden="true" /> : index + 1}
                </span>
                {title}
                {isDone(name) && <VisuallyHidden>, done</VisuallyHidden>}
              </NavLink>
            </li>
          ))}
        </ol>
      </nav>
      <section className={classes.body} aria-labelledby="set-up-step">
        <h2 id="set-up-step" className={classes.title} ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <p className={classes.lead}>{step.lead}</p>
        {'group' in step && next ? (
          <GroupStep key={step.name} step={step} next={`${paths.setUp}/${next.name}`} />
        ) : (
          <SampleContentStep />
        )}
      </section>
    </div>
  );
}

function GroupStep({ step, next }: { step: SettingsStep; next: string }): ReactNode {
  const navigate = useNavigate();
  const query = useReloaded(trpc.settings.one.useQuery({ group: step.group }, editedQueryOptions));
  const company = useReloaded(
    trpc.settings.one.useQuery({ group: 'company' }, { ...editedQueryOptions, enabled: step.hasCountry }),
  );
  // A step whose values are right as they are stores nothing, so it is marked as done.
  const confirm = trpc.onboarding.dismiss.useMutation({
    meta: { failed: 'Couldn’t mark the step as done' },
  });
  const goOn = () => {
    confirm.mutate({ offer: step.name, isDismissed: true });
    navigate(next);
  };
  const formOf = (group: Group, companion?: Companion) => (
    <GroupForm
      name={step.group}
      group={step.group === 'company' ? withoutSampleFacts(group) : group}
      shown={pickFields(fieldsOfGroup(step.group), step.paths(group))}
      saveLabel="Save and continue"
      actions={
        <Button component={Link} to={next} variant="subtle">
          Skip this step
        </Button>
      }
      companion={companion}
      onSaved={goOn}
      onUnchanged={goOn}
    />
  );
  const skeleton = <Skeleton height={400} />;
  return (
    <QueryBoundary query={query} subject="the settings" skeleton={skeleton}>
      {(group) =>
        step.hasCountry ? (
          <QueryBoundary query={company} subject="the settings" skeleton={skeleton}>
            {(stored) => (
              <WithCountry company={stored} region={group} formOf={(companion) => formOf(group, companion)} />
            )}
          </QueryBoundary>
        ) : (
          formOf(group)
        )
      }
    </QueryBoundary>
  );
}

/**
 * Without data until the first reload ends, because the step before may have changed the defaults. Later reloads leave
 * the open form alone.
 */
function useReloaded<T extends { data: unknown; isFetching: boolean }>(query: T): T {
  const [isReloaded, setReloaded] = useState(!query.isFetching);
  if (!isReloaded && !query.isFetching) setReloaded(true);
  return isReloaded ? query : { ...query, data: undefined };
}

type Companion = ReturnType<typeof useCountryField>;

interface WithCountryProps {
  company: Group;
  region: Group;
  formOf: (companion: Companion) => ReactNode;
}

function WithCountry({ company, region, formOf }: WithCountryProps) {
  return formOf(useCountryField(company, region));
}
