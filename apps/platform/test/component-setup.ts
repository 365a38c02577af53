// Component tests see the platform's own styles: what scrolls and what is hidden depends on them.
import '../app/app.css'
