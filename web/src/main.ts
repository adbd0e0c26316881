import { mount } from "svelte";

import App from "./App.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/elements.css";
import "./style/buttons.css";
import "./style/forms.css";
import "./style/surfaces.css";
import "./style/card.css";
import "./style/preferences.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
