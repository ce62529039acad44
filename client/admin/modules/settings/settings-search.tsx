import IconSearch from 'icon:search';
import { Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { settingHref, useFoundSettings } from '../../shell/use-found-settings.ts';
import classes from './settings.module.css';

/**
 * A search field that finds settings by their labels, synonyms and current values. Each result links to the
 * setting.
 */
export function SettingsSearch() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const found = useFoundSettings(text);
  const clear = () => setText('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') clear();
    if (event.key !== 'Enter' || !found[0]) return;
    clear();
    navigate(settingHref(found[0]));
  };
  const isAsked = text.trim().length > 1;
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        label="Find a setting"
        placeholder="Opening hours, logo, imprint …"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAsked && found.length > 0 && (
        <ul className={classes.found} aria-label="Settings found">
          {found.map((setting) => (
            <li key={setting.group + setting.path}>
              <Link className={classes.hit} to={settingHref(setting)} onClick={clear}>
                <span>{setting.label}</span>
                <Text span c="dimmed" fz="sm">
                  {setting.place}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Text role="status" c="dimmed" fz="sm" className={classes.count!}>
        {isAsked && found.length === 0 ? 'No setting found. Try a different word.' : ''}
      </Text>
    </div>
  );
}
