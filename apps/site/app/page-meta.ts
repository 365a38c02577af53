import type { MetaDescriptor } from 'react-router'
import { company } from './content/company'
import type { Page } from './content/pages'
import { SITE_URL } from './settings'

const shareImage = {
  url: `${SITE_URL}/share.png`,
  width: '1200',
  height: '630',
  alt: 'Sherpa, the first Sports Intelligence Cloud: a trail of camps rising to a summit.',
}

export function pageMeta({ path, title, description }: Page): MetaDescriptor[] {
  const url = `${SITE_URL}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: company.name },
    { property: 'og:url', content: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: shareImage.url },
    { property: 'og:image:width', content: shareImage.width },
    { property: 'og:image:height', content: shareImage.height },
    { property: 'og:image:alt', content: shareImage.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: shareImage.url },
    { name: 'twitter:image:alt', content: shareImage.alt },
  ]
}

export const organizationJsonLd: MetaDescriptor = {
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: company.name,
    url: SITE_URL,
    logo: `${SITE_URL}/icon-512.png`,
    description: company.description,
    email: company.email,
    telephone: company.phone.dialled,
    sameAs: company.socialProfiles.map((profile) => profile.url),
  },
}
