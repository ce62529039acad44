import { TrashScreen } from '../ui/trash-screen.tsx';
import { portfolioAddress } from './portfolio-address.ts';
import { usePortfolioTrash } from './use-portfolio-trash.ts';

/** The projects that were deleted. */
export function PortfolioTrash() {
  return (
    <TrashScreen
      {...usePortfolioTrash()}
      title="Portfolio Trash"
      nouns="projects"
      address={portfolioAddress}
    />
  );
}
