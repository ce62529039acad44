import classes from './brand.module.css';

interface LogoColoursProps {
  /** The main colours of the uploaded logo. */
  colours: readonly string[];
  /** The current accent. */
  chosen: string;
  onChoose: (colour: string) => void;
}

/** Buttons that choose a main colour of the uploaded logo as the accent colour of the site. */
export function LogoColours({ colours, chosen, onChoose }: LogoColoursProps) {
  return (
    <fieldset className={classes.logoColours}>
      <legend>Colours of your logo</legend>
      {colours.map((colour) => (
        <button
          key={colour}
          type="button"
          className={classes.swatch}
          aria-pressed={colour === chosen.toLowerCase()}
          onClick={() => onChoose(colour)}
        >
          <svg width="20" height="20" aria-hidden="true">
            <rect width="20" height="20" fill={colour} />
          </svg>
          {colour}
        </button>
      ))}
    </fieldset>
  );
}
