import '../app/app.css'
import { createRoot } from 'react-dom/client'
import { Catalog } from './catalog.tsx'
import { switchThemeByAttribute } from './switch-theme.ts'

switchThemeByAttribute()
// Vite replaces changed styles.
import.meta.hot?.on('vite:afterUpdate', switchThemeByAttribute)

const place = document.getElementById('catalog')
if (place) createRoot(place).render(<Catalog />)
