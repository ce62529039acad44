import type { PageRoute } from '../lib/page-route.tsx';
import { aboutPage } from '../site/about/about-page.tsx';
import { blogPage } from '../site/blog/blog-page.tsx';
import { postPage } from '../site/blog/post-page.tsx';
import { careerPage } from '../site/career/career-page.tsx';
import { jobPage } from '../site/career/job-page.tsx';
import { contactPage } from '../site/contact/contact-page.tsx';
import { galleryPage } from '../site/gallery/gallery-page.tsx';
import { homePage } from '../site/home/home-page.tsx';
import { internshipPage } from '../site/internship/internship-page.tsx';
import { portfolioPage } from '../site/portfolio/portfolio-page.tsx';
import { projectPage } from '../site/portfolio/project-page.tsx';
import { privacyPage } from '../site/privacy/privacy-page.tsx';
import { quotationsPage } from '../site/quotations/quotations-page.tsx';
import { servicesPage } from '../site/services/services-page.tsx';
import { teamPage } from '../site/team/team-page.tsx';
import { testPage } from '../site/test/test-page.tsx';

/** Every public page; the first line that fits an address is taken. */
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
  testPage,
  privacyPage,
];
