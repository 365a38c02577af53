/** Company and contact data. Reserved domain and phone numbers are placeholders for a deployment's own. */
export const company = {
  name: 'Sherpa',
  description:
    'The AI-powered Player Relationship Management platform for sports agents, teams, athletic departments and collectives, from high school and college to the pros.',
  copyright: '© 2023 Sherpa. All rights reserved.',
  website: 'https://www.sherpa.example',
  email: 'info@sherpa.example',
  phone: { shown: '+1 (302) 555-0142', dialled: '+13025550142' },
  socialProfiles: [
    { network: 'LinkedIn', url: 'https://www.linkedin.com/company/sherpa-example' },
    { network: 'Instagram', url: 'https://www.instagram.com/sherpa.example' },
    { network: 'X', url: 'https://x.com/sherpa_example' },
  ],
} as const

export type SocialNetwork = (typeof company.socialProfiles)[number]['network']
