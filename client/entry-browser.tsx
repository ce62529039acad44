import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/prose.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './site/app/site-app.tsx';
import type { PageSnapshot } from './site/app/load-page.ts';

const root = document.getElementById('root');
const block = document.getElementById('page-data');
if (!root || !block?.textContent) throw new Error('the document is not one of ours');

// The block was written by our own server from the same type.
const first = JSON.parse(block.textContent) as PageSnapshot;

hydrateRoot(
  root,
  <StrictMode>
    <BrowserRouter>
      <App first={first} />
    </BrowserRouter>
  </StrictMode>,
);
