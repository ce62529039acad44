import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useDeadLinks } from '../../components/use-dead-links.ts';
import classes from './settings.module.css';

const pauseMs = 400;

/** The address of a page of this site or of another one. Warns when visitors cannot open the page. */
export function PageLinkInput(props: TextInputProps & { value: string }) {
  const [address] = useDebouncedValue(props.value.trim(), pauseMs);
  const problem = useDeadLinks([address])(address);
  return (
    <div>
      <TextInput {...props} />
      <p className={classes.warning} role="status">
        {problem && `${problem} Visitors who follow this link find nothing.`}
      </p>
    </div>
  );
}
