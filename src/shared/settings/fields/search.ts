import { field } from '../field-builders.ts';

/** The fields for search engines and for links that people share. */
export const searchFields = {
  title_pattern: field.pattern('Title of pages', 120, '{page}', {
    help: 'In the browser and in search results. {page} is the title of the page. May have {name}, {short_name}, {tagline} and {city}.',
  }),
  home_title: field.line('Title of the home page', 120, {
    help: 'May have the same. Empty: as on other pages.',
  }),
  description: field.text('Description', 400, {
    help: 'For pages without a description and an introduction. Search engines show about 160 letters.',
  }),
  picture: field.photo('Picture in shared links', {
    help: 'For links to pages. 1200 by 630 pixels fit best. Without one, each page has a drawn card with its title, as posts, projects and positions always have.',
  }),
  picture_alt: field.line('Description of that picture', 250, { help: 'For people who cannot see it.' }),
  is_hidden: field.tick('Hide the site from search engines', {
    help: 'Search engines are asked to list no page. They may take some weeks to forget pages that they know.',
  }),
  google: field.code('Google verification', {
    help: 'The code from Google Search Console, or the whole tag that contains it.',
  }),
  bing: field.code('Bing verification', {
    help: 'The code from Bing Webmaster Tools, or the whole tag that contains it.',
  }),
} as const;
