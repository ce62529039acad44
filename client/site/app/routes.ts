import { aboutPage } from '../about/about-page.tsx';
import { blogPage } from '../blog/blog-page.tsx';
import { postPage } from '../blog/post-page.tsx';
import { careerPage } from '../career/career-page.tsx';
import { jobPage } from '../career/job-page.tsx';
import { contactPage } from '../contact/contact-page.tsx';
import { galleryPage } from '../gallery/gallery-page.tsx';
import { homePage } from '../home/home-page.tsx';
import { internshipPage } from '../internship/internship-page.tsx';
import { legalPages } from '../legal/legal-page.tsx';
import { customPages } from '../pages/custom-page.tsx';
import { portfolioPage } from '../portfolio/portfolio-page.tsx';
import { projectPage } from '../portfolio/project-page.tsx';
import { quotationsPage } from '../quotations/quotations-page.tsx';
import { servicesPage } from '../services/services-page.tsx';
import { teamPage } from '../team/team-page.tsx';
import { apiCheckPage } from '../api-check/api-check-page.tsx';
import type { PageRoute } from './page-route.tsx';

/** The routes of all public pages. The first route that matches an address is used. */
export const routes: readonly PageRoute[] = [
  homePage,
  aboutPage,
  servicesPage,
  portfolioPage,
  projectPage,
  teamPage,
  galleryPage,
  blogPage,
  postPage,
  careerPage,
  jobPage,
  quotationsPage,
  internshipPage,
  contactPage,
  apiCheckPage,
  ...legalPages,
  ...customPages,
];
