import type { navigationFields } from '../fields/navigation.ts';
import type { ValuesOf } from '../field-types.ts';

const link = (key: string, label: string, url = `/${key}`) => ({
  key,
  label,
  url,
  is_hidden: false,
  is_below: false,
});

export const navigationDefaults: ValuesOf<typeof navigationFields> = {
  header: [
    link('home', 'Home', '/'),
    link('about', 'About'),
    link('services', 'Services'),
    link('portfolio', 'Portfolio'),
    link('team', 'Team'),
    link('gallery', 'Gallery'),
    link('blog', 'Blog'),
    link('career', 'Careers'),
  ],
  contact_label: 'Contact Us',
  footer: [
    link('contact', 'Contact'),
    link('quotations', 'Quotations'),
    link('internship', 'Internship'),
    link('privacy', 'Privacy'),
  ],
  footer_more: [],
};
