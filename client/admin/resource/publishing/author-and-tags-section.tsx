import { factsOf } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { Field } from '../field.tsx';
import type { Resource } from '../resource-types.ts';
import classes from './publishing.module.css';

/** Slightly old proposals are acceptable. */
const options = { staleTime: 30_000 } as const;

export function AuthorAndTagsSection({ resource }: { resource: Resource }) {
  return factsOf(resource.name).drawer?.includes('author') ? <AuthorFields /> : null;
}

function AuthorFields() {
  const { data: used } = trpc.blog.tags.useQuery(undefined, options);
  const { data: page } = trpc.team.list.useQuery({}, options);
  const names = page?.team.map(({ name }) => name);
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Author and tags</legend>
      <Field
        name="author"
        description="Optional. A member of the team, or somebody else. Visitors see the name with the post."
        proposals={names}
      />
      <Field name="tags" proposals={used?.tags} />
    </fieldset>
  );
}
