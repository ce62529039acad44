import IconExternalLink from 'icon:external-link';
import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { paths } from '../../core/paths.ts';
import { editedQueryOptions } from '../../form/edit-form-loader.tsx';
import { AlbumForm } from './album-form.tsx';

export function GalleryPage() {
  const query = trpc.gallery.one.useQuery(undefined, editedQueryOptions);
  return (
    <>
      <PageHeader
        title="Gallery"
        lead="The pictures of the gallery page, in its order. While there are none, no page links to the gallery."
        action={
          <Button
            component="a"
            href="/gallery"
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} aria-hidden="true" />}
          >
            View on site
          </Button>
        }
      />
      <Text mb="lg" c="dimmed">
        The heading and the introduction of the page are in the{' '}
        <Link to={`${paths.settings}/pages#gallery.heading`}>settings</Link>.
      </Text>
      <QueryBoundary query={query} subject="the gallery" skeleton={<Skeleton height={480} />}>
        {({ album }) => <AlbumForm album={album} />}
      </QueryBoundary>
    </>
  );
}
