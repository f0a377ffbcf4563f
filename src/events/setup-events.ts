// The events of what a workspace sets up: number series, custom fields and saved views.
export const SETUP_EVENTS = {
  // Numbering.
  'number_series.updated': { object: 'number_series', line: 'Number series changed', isInternal: true },
  // Custom fields.
  'custom_field.created': { object: 'custom_field', line: 'Custom field defined' },
  'custom_field.updated': { object: 'custom_field', line: 'Custom field changed' },
  'custom_field.deleted': { object: 'custom_field', line: 'Custom field archived' },
  'custom_field.restored': { object: 'custom_field', line: 'Custom field restored' },
  // Saved views.
  'saved_view.created': { object: 'saved_view', line: 'View saved' },
  'saved_view.updated': { object: 'saved_view', line: 'View changed' },
  'saved_view.deleted': { object: 'saved_view', line: 'View deleted' },
  'saved_view.default_changed': { object: 'saved_view', line: 'Default view changed', isInternal: true },
} as const;
