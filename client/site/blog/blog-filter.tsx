import IconSearch from 'icon:search';
import { optionsOfList } from '../../../src/shared/settings/choices.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { FilterLinks } from '../components/filter-links.tsx';

interface BlogFilterProps {
  category: string | undefined;
  tag: string | undefined;
  author: string | undefined;
  search: string;
}

/** The filter of the blog: the categories as links, and a search form. */
export function BlogFilter({ category, tag, author, search }: BlogFilterProps) {
  const { choices, texts } = useSiteSettings();
  const { blog, lists } = texts;
  return (
    <div className="blog-filter">
      <FilterLinks
        label={lists.categories}
        options={optionsOfList(choices, 'blog_categories')}
        // If the list is filtered by a tag or an author, 'All' is not current, because 'All' links to the list without
        // the tag or author.
        current={category ?? ((tag || author) && '')}
        addressOf={(choice) => withQuery(sitePaths.blog, { category: choice, search })}
      />
      <search>
        <form className="search-form" action={sitePaths.blog} method="get">
          {category && <input type="hidden" name="category" value={category} />}
          {tag && <input type="hidden" name="tag" value={tag} />}
          {author && <input type="hidden" name="author" value={author} />}
          <label htmlFor="blog-search">{blog.searchLabel}</label>
          <div className="search-row">
            <input id="blog-search" type="search" name="search" defaultValue={search} maxLength={200} />
            <button type="submit" aria-label={blog.search}>
              <IconSearch size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
        </form>
      </search>
    </div>
  );
}
