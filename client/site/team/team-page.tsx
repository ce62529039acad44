import {
  type Choices as Lists,
  optionsOfList,
  type ShownChoice,
} from '../../../src/shared/settings/choices.ts';
import { sectionIdOf, sitePaths } from '../../shared/site-paths.ts';
import {
  definePage,
  PageNotFoundError,
  pagedTitleAndDescription,
  titleAndDescriptionOf,
} from '../app/page-route.tsx';
import { readListValue, readPageNumber, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceLabel } from '../components/choice-name.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { FilterLinks } from '../components/filter-links.tsx';
import { sharesOfPeople } from '../components/full-rows.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { Pagination } from '../components/pagination.tsx';
import { hasFewPictures } from '../components/stored-picture.tsx';
import { CustomSections } from '../blocks/custom-sections.tsx';
import { MemberCard } from './member-card.tsx';
import styles from './team-page.css?url';
import type { Member } from '../components/portrait.tsx';

interface TeamData {
  /** The members on this page of the list. */
  members: Member[];
  /** The sections that have members. */
  sections: Section[];
  section: Section | undefined;
  page: number;
  pages: number;
}

/** The number of members on a page. More members would make the page too long for a phone. */
const perPage = 12;

function TeamPage({ data: { members, sections, section: current, page, pages: count } }: { data: TeamData }) {
  const { pages, texts } = useSiteSettings();
  const { heading, intro } = pages.team;
  const pictureOf = ({ image, photo }: Member) => photo?.path ?? image;
  const isRows = hasFewPictures(members, pictureOf);
  const hasPortraits = members.some(pictureOf);
  const addressOf = (number: number) =>
    withQuery(sitePaths.team, { section: current?.value, page: number > 1 ? number : undefined });
  return (
    <>
      <PageOpening page="team" title={heading} lead={intro}>
        {sections.length > 1 && (
          <FilterLinks
            label={texts.team.sections}
            options={sections}
            current={current?.value}
            addressOf={(value) => withQuery(sitePaths.team, { section: value })}
          />
        )}
      </PageOpening>
      {members.length === 0 && (
        <div className="section hall">
          <EmptyList href={sitePaths.contact} label={texts.team.contact}>
            {texts.team.none}
          </EmptyList>
        </div>
      )}
      {sections.map((option) => {
        const { value, isFirstLarge } = option;
        const here = members.filter(({ section }) => section === value);
        if (here.length === 0) return null;
        const id = sectionIdOf(value);
        const shares = isRows ? [] : sharesOfPeople(here.length, isFirstLarge && page === 1);
        return (
          <section
            key={value}
            className={isRows ? 'section team team-words' : 'section team'}
            id={id}
            aria-labelledby={`${id}-title`}
          >
            <div className="hall team-grid">
              <h2 id={`${id}-title`}>
                <ChoiceLabel option={option} />
              </h2>
              <ul>
                {here.map((member, at) => (
                  <MemberCard
                    key={member.id}
                    member={member}
                    isFirst={member === members[0]}
                    share={shares[at]}
                    hasPortrait={hasPortraits}
                  />
                ))}
              </ul>
            </div>
          </section>
        );
      })}
      {count > 1 && (
        <div className="hall team-pager">
          <Pagination page={page} pages={count} addressOf={addressOf} />
        </div>
      )}
      <CustomSections />
    </>
  );
}

interface Section extends ShownChoice {
  /** Whether the first member is shown larger. */
  isFirstLarge: boolean;
}

/**
 * Returns the sections that have members, in the order of the settings. Sections that are not in the settings
 * any more come last.
 */
function sectionsOf(team: Member[], choices: Lists): Section[] {
  const large = new Set(choices.team_sections.filter((entry) => entry.is_first_large).map(({ key }) => key));
  const sections = optionsOfList(choices, 'team_sections').map((option) => ({
    ...option,
    isFirstLarge: large.has(option.value),
  }));
  const known = new Set(sections.map(({ value }) => value));
  const used = new Set(team.map(({ section }) => section));
  const others = [...used].filter((section) => !known.has(section));
  return [
    ...sections.filter(({ value }) => used.has(value)),
    ...others.map((value) => ({ value, label: value, isFirstLarge: false })),
  ];
}

/** The page with the members of the team by section. The section and the page number are query parameters. */
export const teamPage = definePage<TeamData>({
  path: sitePaths.team,
  styles: [styles],
  load: async ({ api, search, site }) => {
    const page = readPageNumber(search);
    const listed = { name: 'section', list: 'team_sections' } as const;
    const requested = readListValue({ search, site }, listed, (value) =>
      withQuery(sitePaths.team, { section: value }),
    );
    const { team } = await api.team.published.query({});
    const sections = sectionsOf(team, site.choices);
    const section = sections.find(({ value }) => value === requested);
    if (requested && !section) throw new PageNotFoundError();
    // Orders the members by section. Members of a section that is not in the settings any more come last.
    const shown = (section ? [section] : sections).flatMap(({ value }) =>
      team.filter((member) => member.section === value),
    );
    const pages = Math.max(1, Math.ceil(shown.length / perPage));
    if (page > pages) throw new PageNotFoundError();
    return { members: shown.slice((page - 1) * perPage, page * perPage), sections, section, page, pages };
  },
  head: ({ section, page }, site) => {
    const { title, description } = titleAndDescriptionOf(site.pages.team);
    const words = { title: section ? `${title}, ${section.label}` : title, description };
    return {
      ...pagedTitleAndDescription(words, page, site),
      canonical: withQuery(sitePaths.team, { section: section?.value, page: page > 1 ? page : undefined }),
    };
  },
  Page: TeamPage,
});
