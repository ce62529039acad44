import type { Choices } from '../../../src/shared/settings/choices.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { anchorOf, paths } from '../../shared/site-paths.ts';
import { definePage, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { StoredPicture } from '../components/responsive-image.tsx';
import styles from './team-page.css?url';

type Member = ApiOutputs['team']['published']['team'][number];

function TeamPage({ data: { team } }: { data: { team: Member[] } }) {
  const { pages, choices, words } = useSite();
  const { heading, intro } = pages.team;
  return (
    <>
      <PageOpening page="team" title={heading} lead={intro} />
      {team.length === 0 && (
        <div className="section hall">
          <EmptyList href={paths.contact} label={words.team.contact}>
            {words.team.none}
          </EmptyList>
        </div>
      )}
      {sectionsOf(team, choices).map(({ value, label, isFirstLarge }) => {
        const members = team.filter(({ section }) => section === value);
        if (members.length === 0) return null;
        return (
          <section
            key={value}
            className={isFirstLarge ? 'section team team-led' : 'section team'}
            id={anchorOf(value)}
            aria-labelledby={`${anchorOf(value)}-title`}
          >
            <div className="hall team-grid">
              <h2 id={`${anchorOf(value)}-title`}>{label}</h2>
              <ul>
                {members.map((member) => (
                  <MemberCard key={member.id} member={member} isFirst={member === team[0]} />
                ))}
              </ul>
            </div>
          </section>
        );
      })}
    </>
  );
}

interface Section {
  value: string;
  label: string;
  /** The first member is shown larger. */
  isFirstLarge: boolean;
}

/** Returns the sections in their order, and after them those that only stored members still have. */
function sectionsOf(team: Member[], { team_sections }: Choices): readonly Section[] {
  const sections = team_sections.map(({ key, name, is_first_large: isFirstLarge }) => ({
    ...{ value: key, label: name, isFirstLarge },
  }));
  const known = new Set(sections.map(({ value }) => value));
  const others = new Set(team.map(({ section }) => section).filter((section) => !known.has(section)));
  return [...sections, ...[...others].map((value) => ({ value, label: value, isFirstLarge: false }))];
}

function MemberCard({ member, isFirst }: { member: Member; isFirst: boolean }) {
  const { name, role, image, picture, description, expertise } = member;
  const { words } = useSite();
  return (
    <li className="member">
      <StoredPicture
        path={image}
        picture={picture}
        alt={words.pictures.portraitOf(name)}
        width={800}
        height={800}
        sizes={
          isFirst ? '(min-width: 60rem) 34vw, 88vw' : '(min-width: 60rem) 22vw, (min-width: 40rem) 44vw, 88vw'
        }
        isFirst={isFirst}
      />
      <h3>{name}</h3>
      <p className="member-role">{role}</p>
      <p className="member-words">{description}</p>
      <ul className="member-expertise" aria-label={words.team.expertiseOf(name)}>
        {expertise.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </li>
  );
}

/** The team, by section. */
export const teamPage = definePage<{ team: Member[] }>({
  path: paths.team,
  styles: [styles],
  load: ({ api }) => api.team.published.query(),
  head: (_, { pages }) => ({ ...wordsOf(pages.team), canonical: paths.team }),
  Page: TeamPage,
});
